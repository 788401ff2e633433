import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';

// Most pages need a confirmation at some point, but never when they open.
const ConfirmDialogContent = lazy(() => import('./confirm-dialog-content.tsx'));

export interface ConfirmDialogProps {
  title: string;
  /** A sentence about what will happen. */
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  isDangerous?: boolean;
  /** A text to type before the button is enabled, for actions that cannot be undone. */
  typedText?: string;
  /** Whether the children contain a field that gets the focus instead of the button. */
  hasField?: boolean;
  isPending?: boolean;
  isDisabled?: boolean;
}

/** Asks for confirmation. Mount it to open it. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  return (
    <Suspense>
      <ConfirmDialogContent {...props} />
    </Suspense>
  );
}
