import { lazy, Suspense, useCallback, useRef, type ReactElement } from 'react';
import { PlainEditor } from './plain-editor.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

// The browser itself reports what it could not load.
const Loaded = lazy(() => import('./rich-editor.tsx').catch(() => ({ default: PlainEditor })));

/** The rich editor, whose code comes when it is first shown. Until then, and without it, one writes plain text. */
export function RichEditor(props: RichEditorProps): ReactElement {
  const caret = useRef<number | null>(null);
  const caretAt = useCallback(() => caret.current, []);
  const onCaret = useCallback((position: number | null) => {
    caret.current = position;
  }, []);
  return (
    <Suspense fallback={<PlainEditor {...props} onCaret={onCaret} />}>
      <Loaded {...props} caretAt={caretAt} />
    </Suspense>
  );
}
