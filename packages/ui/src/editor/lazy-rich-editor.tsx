import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, type ReactElement } from 'react';
import type { RichEditorProps } from './rich-editor.tsx';

const Loaded = lazy(() => import('./rich-editor.tsx'));

/** The rich editor, whose code comes when it is first shown. */
export function RichEditor(props: RichEditorProps): ReactElement {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={360} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
