import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { cleanPaste } from './clean-paste.ts';
import { InsertMenu } from './insert/insert-menu.tsx';
import { listCommandGroups } from './commands.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { createFieldNode, withFields, serializeFields, type Insert } from './field-node.ts';
import { LinkField } from './link-field.tsx';
import { SignatureNode } from './signature-node.ts';
import styles from './rich-editor.module.css';

export interface RichEditorProps {
  label: string;
  /** HTML; empty for no text. */
  value: string;
  onChange: (html: string) => void;
  placeholder?: string;
  hasHeadings?: boolean;
  /** Maximum number of stored characters, including markup. */
  maxLength?: number;
  error?: string | undefined;
  hint?: string | undefined;
  /** Fields to insert, which are shown as chips, and the menu's label. Must be stable. */
  inserts?: readonly Insert[];
  insertLabel?: string;
  /** Less tall, for a few lines of text. */
  isCompact?: boolean;
  isReadOnly?: boolean;
  /** Keeps `<div data-signature>` as a separate block. */
  hasSignature?: boolean;
  /** Initial cursor position; null keeps the focus where it is. Must be stable. */
  caretAt?: () => number | null;
}

/** The share of `maxLength` from which the number of remaining characters is shown. */
const nearlyFull = 0.9;

/** Rich text editor with a toolbar. Use `lazy-rich-editor.tsx`, because the code is large. */
export default function RichEditor(props: RichEditorProps): ReactElement {
  const { label, placeholder = '', hasHeadings = false, isReadOnly = false, error } = props;
  const id = useId();
  const [isLinking, setLinking] = useState(false);
  const note = error ?? formatRemainingLength(props) ?? props.hint;
  const editor = useText(props, {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': id,
    ...(isReadOnly && { 'aria-readonly': 'true' }),
    ...(error !== undefined && { 'aria-invalid': 'true' }),
    ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
  });
  const isUnwritten = useEditorState({ editor, selector: ({ editor: shown }) => hasNoText(shown) });
  const groups = listCommandGroups({ hasHeadings, onLink: () => setLinking(true) });
  return (
    <FormControl fullWidth error={error !== undefined}>
      <FormLabel component="span" id={id} onClick={() => editor.commands.focus()}>
        {label}
      </FormLabel>
      <div
        className={styles['editor']}
        data-invalid={error === undefined ? undefined : true}
        data-compact={props.isCompact === true ? true : undefined}
      >
        {!isReadOnly && <EditorToolbar editor={editor} label={`Formatting of: ${label}`} groups={groups} />}
        {!isReadOnly && props.inserts !== undefined && (
          <InsertMenu editor={editor} label={props.insertLabel ?? 'Insert'} inserts={props.inserts} />
        )}
        {isLinking && <LinkField editor={editor} onClose={() => setLinking(false)} />}
        <EditorContent
          editor={editor}
          className={styles['text']}
          data-placeholder={isUnwritten && placeholder !== '' ? placeholder : undefined}
        />
      </div>
      {note !== undefined && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}

const noInserts: readonly Insert[] = [];

/** The editor for a value that can also change from outside. */
function useText(
  {
    value,
    onChange,
    hasHeadings = false,
    hasSignature = false,
    isReadOnly = false,
    caretAt,
    inserts = noInserts,
  }: RichEditorProps,
  attributes: Record<string, string>,
): Editor {
  const known = useRef(value);
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  const editor = useEditor({
    // The content policy forbids inline style elements, so the rules are in the CSS module.
    injectCSS: false,
    content: withFields(value, inserts),
    extensions: [
      StarterKit.configure({
        code: false,
        codeBlock: false,
        strike: false,
        horizontalRule: false,
        heading: hasHeadings ? { levels: [2, 3] } : false,
        // Text below the signature would not be part of the mail.
        trailingNode: { notAfter: ['signature'] },
        link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { class: null } },
      }),
      ...(hasSignature ? [SignatureNode] : []),
      ...(inserts.length > 0 ? [createFieldNode(inserts)] : []),
    ],
    editorProps: {
      attributes,
      transformPastedHTML: cleanPaste,
      handleDOMEvents: { keydown: (_view, event) => isFormKey(event) },
    },
    onUpdate: ({ editor: changed }) => {
      known.current = changed.isEmpty ? '' : serializeFields(changed.getHTML());
      latestOnChange.current(known.current);
    },
  });
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    const { from, to } = editor.state.selection;
    editor.commands.setContent(withFields(value, inserts), { emitUpdate: false });
    const end = editor.state.doc.content.size;
    editor.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) });
  }, [editor, value, inserts]);
  useEffect(() => editor.setEditable(!isReadOnly, false), [editor, isReadOnly]);
  useLayoutEffect(() => {
    const position = caretAt?.() ?? null;
    if (position === null) return;
    editor.commands.setTextSelection(position);
    // Synchronous, unlike `commands.focus`, so that no typed text is lost.
    editor.view.focus();
  }, [editor, caretAt]);
  return editor;
}

/** Tab leaves the text instead of nesting lists, and Control + Enter submits the form. */
function isFormKey(event: KeyboardEvent): boolean {
  const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (isSubmit) event.preventDefault();
  return isSubmit || event.key === 'Tab';
}

/** Whether there is only one empty paragraph, with or without a signature below. */
function hasNoText({ state: { doc } }: Editor): boolean {
  const [first, second] = [doc.maybeChild(0), doc.maybeChild(1)];
  return (
    doc.childCount <= 2 &&
    first?.type.name === 'paragraph' &&
    first.content.size === 0 &&
    (second === null || second.type.name === 'signature')
  );
}

function formatRemainingLength({ value, maxLength }: RichEditorProps): string | undefined {
  if (maxLength === undefined || value.length < maxLength * nearlyFull) return undefined;
  const left = maxLength - value.length;
  return left < 0
    ? `Too long by ${(-left).toLocaleString('en')} characters`
    : `${left.toLocaleString('en')} of ${maxLength.toLocaleString('en')} characters left`;
}
