import { Plugin, Selection, type EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { Node } from '@tiptap/react';

/** The signature of an email: ordinary text, in a block that can be recognized later. */
export const SignatureNode = Node.create({
  name: 'signature',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'div[data-signature]' }],
  renderHTML: () => ['div', { 'data-signature': '' }, 0],
  addProseMirrorPlugins: () => [
    new Plugin({ props: { handleDOMEvents: { mousedown: (view, event) => writeAbove(view, event) } } }),
  ],
});

/** A click in the empty area of the field, or the first click in an email without text, is meant for the text. */
function writeAbove(view: EditorView, event: MouseEvent): boolean {
  const end = findTextEnd(view.state);
  if (end === null || !view.editable) return false;
  const isFirst = !view.hasFocus() && view.state.doc.textBetween(0, end) === '';
  if (event.target !== view.dom && !isFirst) return false;
  event.preventDefault();
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(end), -1)));
  view.focus();
  return true;
}

/** Where the text ends and the signature starts; null if there is no signature at the end. */
function findTextEnd({ doc }: EditorState): number | null {
  const { lastChild } = doc;
  return lastChild?.type.name === 'signature' ? doc.content.size - lastChild.nodeSize : null;
}
