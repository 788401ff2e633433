import { lazy, Suspense, useCallback, useRef, type ReactElement } from 'react';
import { PlainEditor } from './plain-editor.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

// The browser itself reports what it could not load.
const Loaded = lazy(() =>
  import('./rich-editor.tsx').catch(() => ({ default: PlainEditor })).then(afterPress),
);

let isPressed = false;
const press = (event: Event): void => {
  isPressed = event.type === 'pointerdown';
};
for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  document.addEventListener(type, press, { capture: true });

/** A field that is taken away under a pressed mouse leaves it selecting in the next one, over which one then writes. */
async function afterPress<Module>(module: Module): Promise<Module> {
  // What comes of the release is done first.
  while (isPressed) await new Promise((resolve) => setTimeout(resolve, 50));
  return module;
}

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
