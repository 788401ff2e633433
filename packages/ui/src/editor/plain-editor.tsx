import { useEffect, useRef, type ReactElement } from 'react';
import { LabeledInput } from '../forms/labeled-input.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

interface PlainEditorProps extends RichEditorProps {
  /** Receives the cursor as a position in the formatted editor; null without focus. */
  onCaret?: (position: number | null) => void;
}

/** The text in a plain field until the formatted editor has loaded. Formatted text is read-only. */
export function PlainEditor({ onCaret, ...props }: PlainEditorProps): ReactElement {
  const {
    label,
    value,
    onChange,
    placeholder,
    error,
    hint,
    isReadOnly = false,
    isCompact = false,
    caretAt,
  } = props;
  const plain = toPlain(value);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (caretAt?.() != null) input.current?.focus();
  }, [caretAt]);
  const note = (): void => {
    if (input.current !== null) onCaret?.(getCaretPosition(input.current));
  };
  return (
    <LabeledInput
      label={label}
      multiline
      minRows={isCompact ? 8 : 16}
      maxRows={20}
      inputRef={input}
      value={plain.text}
      readOnly={isReadOnly || !plain.isEditable}
      placeholder={placeholder}
      error={error}
      hint={hint}
      onFocus={note}
      onBlur={() => onCaret?.(null)}
      onSelect={note}
      onChange={(event) => {
        onChange(toHtml(event.target.value, plain.signature));
        note();
      }}
    />
  );
}

/** Plain paragraphs, and a signature that cannot be edited. */
function toPlain(html: string): { text: string; signature: string; isEditable: boolean } {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const last = body.lastElementChild;
  const signature = last?.hasAttribute('data-signature') === true ? last.outerHTML : '';
  if (signature !== '') last?.remove();
  const blocks = [...body.children];
  return {
    text: blocks.map((block) => block.textContent).join('\n'),
    signature,
    isEditable: blocks.every((block) => block.localName === 'p' && block.childElementCount === 0),
  };
}

function toHtml(text: string, signature: string): string {
  if (text === '' && signature === '') return '';
  const line = document.createElement('p');
  const lines = text.split('\n').map((words) => {
    line.textContent = words;
    return line.outerHTML;
  });
  return lines.join('') + signature;
}

/** A line break is one character here, and so are the end and start of a paragraph there. */
function getCaretPosition({ value, selectionEnd }: HTMLTextAreaElement): number {
  return 1 + selectionEnd + value.slice(0, selectionEnd).split('\n').length - 1;
}
