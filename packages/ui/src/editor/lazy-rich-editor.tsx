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

/** The rich editor once its code is here. */
const code: { Editor: ComponentType<RichEditorProps> } = { Editor: PlainEditor };
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Ends with what holds the field as it is; null while nothing does. */
let held: Promise<void> | null = null;
hold('pointerdown', ['pointerup', 'pointercancel']);
hold('compositionstart', ['compositionend']);

/**
 * The rich editor, whose code comes when it is first shown. Until then, and without it, one writes plain text.
 * One takes the other's place in a single act, in which no letter can fall between them.
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
    await untilFree();
    code.Editor = editor;
    for (const listener of listeners) listener();
  } catch {
    // The browser itself reports what it could not load; the next field tries again.
    loading = null;
  }
}

async function untilFree(): Promise<void> {
  if (held === null) return;
  await held;
  // It may be held again by now.
  await untilFree();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function hasCode(): boolean {
  return code.Editor !== PlainEditor;
}

/**
 * A field that is taken away under a pressed mouse leaves it selecting in the next one, over which one then
 * writes; in the middle of a composed letter it takes the letter with it.
 */
function hold(from: string, until: readonly string[]): void {
  const onHold = (): void => {
    let resolve = (): void => undefined;
    const promise = new Promise<void>((end) => {
      resolve = end;
    });
    held = promise;
    // What comes of the release is done first.
    const release = (): void =>
      void setTimeout(() => {
        if (held === promise) held = null;
        resolve();
      });
    for (const type of until) document.addEventListener(type, release, { once: true, capture: true });
  };
  document.addEventListener(from, onHold, { capture: true });
}
