import type { Editor } from '@tiptap/react';

/** A toolbar button. */
export interface EditorCommand {
  readonly name: string;
  readonly label: string;
  /** Icon name, or one or two characters. */
  readonly icon?: string;
  readonly text?: string;
  readonly keys?: string;
  /** Without it, the button is not a toggle. */
  readonly isActive?: (editor: Editor) => boolean;
  readonly isPossible?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const marks: readonly EditorCommand[] = [
  {
    name: 'bold',
    label: 'Bold',
    icon: 'solar:text-bold-linear',
    keys: 'Control+B',
    isActive: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    label: 'Italic',
    icon: 'solar:text-italic-linear',
    keys: 'Control+I',
    isActive: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    label: 'Underline',
    icon: 'solar:text-underline-linear',
    keys: 'Control+U',
    isActive: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
];

const headings: readonly EditorCommand[] = ([2, 3] as const).map((level) => ({
  name: `heading-${String(level)}`,
  // Contains the visible text, which voice control users say.
  label: level === 2 ? 'Heading H1' : 'Subheading H2',
  text: `H${String(level - 1)}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
}));

const blocks: readonly EditorCommand[] = [
  {
    name: 'bullets',
    label: 'Bulleted list',
    text: '•–',
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'numbers',
    label: 'Numbered list',
    icon: 'solar:list-ordered-linear',
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'quote',
    label: 'Quote',
    icon: 'solar:quote-linear',
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

const steps: readonly EditorCommand[] = [
  {
    name: 'undo',
    label: 'Undo',
    icon: 'solar:undo-left-linear',
    keys: 'Control+Z',
    isPossible: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: 'redo',
    label: 'Redo',
    icon: 'solar:undo-right-linear',
    keys: 'Control+Shift+Z',
    isPossible: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

interface Choice {
  readonly hasHeadings: boolean;
  /** Opens the link field. */
  readonly onLink: () => void;
}

/** Toolbar buttons in groups. */
export function listCommandGroups({ hasHeadings, onLink }: Choice): readonly (readonly EditorCommand[])[] {
  const link: EditorCommand = {
    name: 'link',
    label: 'Link',
    icon: 'solar:link-round-linear',
    isActive: (editor) => editor.isActive('link'),
    run: onLink,
  };
  return [...(hasHeadings ? [headings] : []), [...marks, link], blocks, steps];
}
