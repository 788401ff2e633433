import { useEffect, useRef, type ReactElement } from 'react';
import { LabelledInput } from '../forms/labelled-input.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

interface PlainEditorProps extends RichEditorProps {
  /** Hears where the text cursor is, as a position of the formatted editor; null without focus. */
  onCaret?: (position: number | null) => void;
}

/** The same text in a plain field, while the formatted one is on its way. What is formatted already can only be read. */
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
  const plain = plainOf(value);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (caretAt?.() != null) input.current?.focus();
  }, [caretAt]);
  const note = (): void => {
    if (input.current !== null) onCaret?.(positionOf(input.current));
  };
  return (
    <LabelledInput
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
        onChange(htmlOf(event.target.value, plain.signature));
        note();
      }}
    />
  );
}

/** Paragraphs without anything in them but text, and a signature that stays as it is. */
function plainOf(html: string): { text: string; signature: string; isEditable: boolean } {
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

function htmlOf(text: string, signature: string): string {
  if (text === '' && signature === '') return '';
  const line = document.createElement('p');
  const lines = text.split('\n').map((words) => {
    line.textContent = words;
    return line.outerHTML;
  });
  return lines.join('') + signature;
}

/** A line break is one character here and the end and beginning of a paragraph there. */
function positionOf({ value, selectionEnd }: HTMLTextAreaElement): number {
  return 1 + selectionEnd + value.slice(0, selectionEnd).split('\n').length - 1;
}
