import { InputRule, mergeAttributes, Node, nodePasteRule, type Editor } from '@tiptap/react';
import styles from './rich-editor.module.css';

/** A field to insert at the cursor: its name in double braces, with or without a fallback after a bar. */
export interface Insert {
  label: string;
  text: string;
}

const name = 'field';
const token = /(?<!\{)\{\{([^{}<>]*)\}\}(?!\})/g;
const typed = /(?<!\{)\{\{([^{}<>]*)\}\}$/;
const chip = /<span data-field="">(.*?)<\/span>/g;

/** Fields such as `{{customer.name}}`. Each is a single character of the text and is shown by its label. */
export function createFieldNode(inserts: readonly Insert[]): Node {
  return Node.create({
    name,
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      written: { default: '', parseHTML: (element) => element.textContent, rendered: false },
    }),
    parseHTML: () => [{ tag: 'span[data-field]' }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'span',
      mergeAttributes(HTMLAttributes, { 'data-field': '' }),
      String(node.attrs['written']),
    ],
    renderText: ({ node }) => String(node.attrs['written']),
    addNodeView:
      () =>
      ({ node }) => ({ dom: drawChip(String(node.attrs['written']), inserts) }),
    addInputRules() {
      return [
        new InputRule({
          find: typed,
          handler: ({ state, range, match: [written] }) => {
            if (findFieldLabel(written, inserts) === null) return null;
            state.tr.replaceWith(range.from, range.to, this.type.create({ written }));
            return undefined;
          },
        }),
      ];
    },
    addPasteRules() {
      return [
        nodePasteRule({
          find: token,
          type: this.type,
          getAttributes: ([written]) => (findFieldLabel(written, inserts) === null ? false : { written }),
        }),
      ];
    },
    addKeyboardShortcuts() {
      return {
        Backspace: () => removeNear(this.editor, -1),
        Delete: () => removeNear(this.editor, 1),
      };
    },
  });
}

/** Removes the field before or after the cursor. */
function removeNear({ state, commands }: Editor, side: -1 | 1): boolean {
  const { empty, $from } = state.selection;
  const near = side === -1 ? $from.nodeBefore : $from.nodeAfter;
  if (!empty || near?.type.name !== name) return false;
  const from = side === -1 ? $from.pos - near.nodeSize : $from.pos;
  return commands.deleteRange({ from, to: from + near.nodeSize });
}

function drawChip(written: string, inserts: readonly Insert[]): HTMLElement {
  const dom = document.createElement('span');
  dom.className = styles['field'] ?? '';
  dom.setAttribute('contenteditable', 'false');
  dom.title = written;
  dom.textContent = findFieldLabel(written, inserts) ?? written;
  return dom;
}

/** HTML in which known fields have the form that the editor reads. */
export function withFields(html: string, inserts: readonly Insert[]): string {
  if (!html.includes('{{')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode() !== null) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
  for (const text of found) text.replaceWith(...splitFields(text.data, inserts));
  return body.innerHTML;
}

/** The editor's HTML with its fields in their stored form. */
export function serializeFields(html: string): string {
  return html.replaceAll(chip, '$1');
}

function splitFields(text: string, inserts: readonly Insert[]): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let from = 0;
  for (const { 0: written, index } of text.matchAll(token)) {
    if (findFieldLabel(written, inserts) === null) continue;
    const span = document.createElement('span');
    span.dataset['field'] = '';
    span.textContent = written;
    parts.push(text.slice(from, index), span);
    from = index + written.length;
  }
  return [...parts, text.slice(from)];
}

/** “Customer’s first name, or there”; null if it is not one of the fields. */
function findFieldLabel(written: string, inserts: readonly Insert[]): string | null {
  const { field, fallback } = readField(written);
  const known = inserts.find(({ text }) => readField(text).field === field);
  if (known === undefined) return null;
  return fallback === '' ? known.label : `${known.label}, or “${fallback}”`;
}

function readField(written: string): { field: string; fallback: string } {
  const [field = '', ...rest] = written.slice(2, -2).split('|');
  return { field: field.trim().toLowerCase(), fallback: rest.join('|').trim() };
}
