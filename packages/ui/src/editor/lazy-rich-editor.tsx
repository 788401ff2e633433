import { lazy, Suspense, useCallback, useRef, type ReactElement } from 'react';
import { PlainEditor } from './plain-editor.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

// The browser itself reports what it could not load.
const Loaded = lazy(() =>
  import('./rich-editor.tsx').catch(() => ({ default: PlainEditor })).then(afterPress),
);

let released: Promise<unknown> = Promise.resolve();
const onPress = (): void => {
  released = new Promise((resolve) => {
    // What comes of the release is done first.
    const release = (): void => void setTimeout(resolve);
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, release, { once: true, capture: true });
  });
};
document.addEventListener('pointerdown', onPress, { capture: true });

/** A field that is taken away under a pressed mouse leaves it selecting in the next one, over which one then writes. */
async function afterPress<Module>(module: Module): Promise<Module> {
  await released;
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
