import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useId, useLayoutEffect, useRef, useState } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { membersQuery } from '#shared/members/member-options.tsx';
import { findMention, type Mention, splitMentions } from './mentions.ts';
import styles from './mentions.module.css';

const optionsShown = 6;

interface MentionInputProps {
  label: string;
  /** The text as typed: `@Name`. */
  text: string;
  /** The people picked so far. */
  mentioned: readonly Mention[];
  onChange: (text: string, mentioned: readonly Mention[]) => void;
  error?: string | undefined;
  placeholder?: string;
  isReadOnly?: boolean;
  minRows?: number;
  hasFocus?: boolean;
}

/** A multiline text field in which `@` offers the members of the workspace. */
export function MentionInput({
  label,
  text,
  mentioned,
  onChange,
  error,
  placeholder,
  isReadOnly = false,
  minRows = 3,
  hasFocus = false,
}: MentionInputProps): ReactElement {
  const input = useRef<HTMLTextAreaElement>(null);
  const caretAfter = useRef<number | null>(null);
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const { data: members = [] } = useQuery(membersQuery());
  const typing = caret === null ? null : findMention(text, caret);
  const options =
    typing === null
      ? []
      : members.filter(({ displayName }) => isMatch(displayName, typing.query)).slice(0, optionsShown);
  // The caret can be placed after the name only once the field contains it.
  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    input.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  }, [text]);
  const isOpen = typing !== null && options.length > 0;
  const current = Math.min(active, options.length - 1);

  const pick = (person: Mention): void => {
    if (typing === null || caret === null) return;
    const inserted = `@${person.displayName} `;
    const end = typing.start + inserted.length;
    onChange(`${text.slice(0, typing.start)}${inserted}${text.slice(caret)}`, [
      ...mentioned.filter(({ id }) => id !== person.id),
      { id: person.id, displayName: person.displayName },
    ]);
    setCaret(null);
    caretAfter.current = end;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const person = options[current];
    if (!isOpen || person === undefined || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') setActive((current + 1) % options.length);
    else if (event.key === 'ArrowUp') setActive((current - 1 + options.length) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(person);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles['root']}>
      <LabeledInput
        label={label}
        multiline
        minRows={minRows}
        maxRows={16}
        value={text}
        error={error}
        placeholder={placeholder ?? ''}
        readOnly={isReadOnly}
        // Only if the user has just asked to edit.
        autoFocus={hasFocus}
        inputRef={input}
        inputProps={{
          'aria-autocomplete': 'list',
          ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${String(current)}` }),
        }}
        onChange={(event) => {
          onChange(event.target.value, mentioned);
          setCaret(event.target.selectionStart);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label="People to mention" className={styles['list']}>
          {options.map((person, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the textarea's; the mouse must not take the focus away from it
            <div
              key={person.id}
              id={`${listId}-${String(index)}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={styles['option']}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
            >
              {person.displayName}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Whether one of the name's words begins with the typed text. */
function isMatch(displayName: string, query: string): boolean {
  const [name, start] = [displayName.toLowerCase(), query.toLowerCase()];
  return name.startsWith(start) || name.includes(` ${start}`);
}

/** A stored text with its mentions highlighted. The container must preserve line breaks. */
export function MentionText({ body }: { body: string }): ReactElement {
  return (
    <>
      {splitMentions(body).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <mark key={index} className={styles['mention']}>
            {part.text}
          </mark>
        ),
      )}
    </>
  );
}
