import { lazy, Suspense, type ReactElement } from 'react';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import type { AnyList, ListRow, PreviewProps } from '../record-list.ts';

const PreviewPanel = lazy(() => import('./preview-panel.tsx'));

interface RowPreviewProps extends PreviewProps {
  list: AnyList;
  /** The row with keyboard focus. */
  row: ListRow;
  isOpen: boolean;
  onToggle: () => void;
  onStep: (by: 1 | -1) => void;
}

/** The panel of the current row while it is open, and the key that opens and closes it. */
export function RowPreview({ isOpen, onToggle, ...panel }: RowPreviewProps): ReactElement | null {
  useShortcut('p', 'Preview the row', onToggle);
  if (!isOpen) return null;
  return (
    <Suspense>
      <PreviewPanel {...panel} onClose={onToggle} />
    </Suspense>
  );
}
