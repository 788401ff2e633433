import {
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ComponentType,
  type ReactElement,
} from 'react';
import { PlainEditor } from './plain-editor.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

/** The rich editor once loaded. */
const code: { Editor: ComponentType<RichEditorProps> } = { Editor: PlainEditor };
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Resolves when the field may be replaced; null if nothing prevents that. */
let held: Promise<void> | null = null;
watch('pointerdown', ['pointerup', 'pointercancel']);
watch('compositionstart', ['compositionend']);

/**
 * Loads the rich editor when it is first shown; until then, and if loading fails, a plain text field is shown. The
 * switch is synchronous, so that no typed letter is lost.
 */
export function RichEditor(props: RichEditorProps): ReactElement {
  const isHere = useSyncExternalStore(subscribe, hasCode);
  const caret = useRef<number | null>(null);
  const caretAt = useCallback(() => caret.current, []);
  const onCaret = useCallback((position: number | null) => {
    caret.current = position;
  }, []);
  useEffect(() => {
    loading ??= load();
  }, []);
  return isHere ? <code.Editor {...props} caretAt={caretAt} /> : <PlainEditor {...props} onCaret={onCaret} />;
}

async function load(): Promise<void> {
  try {
    const { default: editor } = await import('./rich-editor.tsx');
    await waitUntilIdle();
    code.Editor = editor;
    for (const listener of listeners) listener();
  } catch {
    // The browser reports the failed download. The next field tries again.
    loading = null;
  }
}

async function waitUntilIdle(): Promise<void> {
  if (held === null) return;
  await held;
  // Something else may have started in the meantime.
  await waitUntilIdle();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function hasCode(): boolean {
  return code.Editor !== PlainEditor;
}

/**
 * Replacing a field during a mouse selection would move the selection to the new node, and during composition would
 * lose the letter.
 */
function watch(from: string, until: readonly string[]): void {
  const onPress = (): void => {
    let resolve = (): void => undefined;
    const promise = new Promise<void>((end) => {
      resolve = end;
    });
    held = promise;
    // Other handlers of the release event run first.
    const release = (): void =>
      void setTimeout(() => {
        if (held === promise) held = null;
        resolve();
      });
    for (const type of until) document.addEventListener(type, release, { once: true, capture: true });
  };
  document.addEventListener(from, onPress, { capture: true });
}
