import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { commandGroups } from './commands.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { LinkField } from './link-field.tsx';
import styles from './rich-editor.module.css';

export interface RichEditorProps {
  label: string;
  /** HTML; empty for no text. */
  value: string;
  onChange: (html: string) => void;
  placeholder?: string;
  hasHeadings?: boolean;
  /** The most characters that can be stored, markup included. */
  maxLength?: number;
  error?: string | undefined;
  hint?: string | undefined;
}

/** From this share of `maxLength` on it is said how much is left. */
const nearlyFull = 0.9;

/** Formatted text with a toolbar. Use `lazy-rich-editor.tsx`: the code is large. */
export default function RichEditor(props: RichEditorProps): ReactElement {
  const { label, value, placeholder = '', hasHeadings = false, error } = props;
  const id = useId();
  const [isLinking, setLinking] = useState(false);
  const note = error ?? roomLeft(props) ?? props.hint;
  const editor = useText(props, {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': id,
    ...(error !== undefined && { 'aria-invalid': 'true' }),
    ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
  });
  const isEmpty = useEditorState({ editor, selector: ({ editor: shown }) => shown.isEmpty });
  const groups = commandGroups({ hasHeadings, onLink: () => setLinking(true) });
  return (
    <FormControl fullWidth error={error !== undefined}>
      <FormLabel component="span" id={id} onClick={() => editor.commands.focus()}>
        {label}
      </FormLabel>
      <div className={styles['editor']} data-invalid={error === undefined ? undefined : true}>
        <EditorToolbar editor={editor} label={`Formatting of: ${label}`} groups={groups} />
        {isLinking && <LinkField editor={editor} onClose={() => setLinking(false)} />}
        <EditorContent
          editor={editor}
          className={styles['text']}
          data-placeholder={isEmpty && value === '' ? placeholder : undefined}
        />
      </div>
      {note !== undefined && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}

/** The editor over a value that may also change from outside. */
function useText(
  { value, onChange, hasHeadings = false }: RichEditorProps,
  attributes: Record<string, string>,
): Editor {
  const known = useRef(value);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  const editor = useEditor({
    // The content policy allows no style element; the rules stand in the module's sheet.
    injectCSS: false,
    content: value,
    extensions: [
      StarterKit.configure({
        code: false,
        codeBlock: false,
        strike: false,
        horizontalRule: false,
        heading: hasHeadings ? { levels: [2, 3] } : false,
        link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { class: null } },
      }),
    ],
    editorProps: {
      attributes,
      // The Tab key leaves the text: lists are not nested by it.
      handleDOMEvents: { keydown: (_view, event) => event.key === 'Tab' },
    },
    onUpdate: ({ editor: changed }) => {
      known.current = changed.isEmpty ? '' : changed.getHTML();
      tell.current(known.current);
    },
  });
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return editor;
}

function roomLeft({ value, maxLength }: RichEditorProps): string | undefined {
  if (maxLength === undefined || value.length < maxLength * nearlyFull) return undefined;
  const left = maxLength - value.length;
  return left < 0
    ? `Too long by ${(-left).toLocaleString('en')} characters`
    : `${left.toLocaleString('en')} of ${maxLength.toLocaleString('en')} characters left`;
}
