import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { createTag, Tag } from '@handover/contract/records/tags.ts';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import type { InputProps, NamedItem } from '#shared/records/form/record-form.ts';
import { tagsQuery } from './tags.queries.ts';
import styles from './tags-input.module.css';

/** The tags on a record. Enter or a comma after a name adds the tag and creates it if necessary. */
export default function TagsInput({
  label,
  value: tags,
  onChange,
  inputRef,
  error,
  hint,
}: InputProps<readonly NamedItem[]>): ReactElement {
  const listId = useId();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const { data: known = [] } = useQuery(tagsQuery());
  // A tag can be created while another request is pending.
  const latest = useRef(tags);
  useEffect(() => {
    latest.current = tags;
  }, [tags]);
  const isOn = (tag: NamedItem): boolean => latest.current.some(({ id }) => id === tag.id);
  const change = (next: readonly NamedItem[]): void => {
    latest.current = next;
    onChange(next);
  };

  const findKnown = (name: string): Tag | undefined =>
    known.find((tag) => tag.name.toLowerCase() === name.trim().toLowerCase());

  const add = async (): Promise<void> => {
    const name = text.trim();
    if (name === '') return;
    setText('');
    setFailure(null);
    try {
      const tag = findKnown(name) ?? (await addTag(client, name));
      if (!isOn(tag)) change([...latest.current, tag]);
    } catch (reason) {
      setText(name);
      setFailure(getErrorMessage(reason));
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    // Enter adds the tag instead of submitting the surrounding form.
    event.preventDefault();
    void add();
  };

  return (
    <div>
      <LabeledInput
        label={label}
        value={text}
        inputRef={inputRef}
        placeholder="Add a tag"
        autoComplete="off"
        inputProps={{ list: listId, maxLength: 60 }}
        error={failure ?? error}
        hint={text === '' ? hint : 'Press Enter to add it'}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        // On blur, a typed name is added if the tag exists; a new tag is created only on purpose.
        onBlur={() => findKnown(text) !== undefined && void add()}
      />
      <datalist id={listId}>
        {known
          .filter((tag) => !tags.some(({ id }) => id === tag.id))
          .map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
      </datalist>
      {tags.length > 0 && (
        <ul className={styles['tags']} aria-label={label}>
          {tags.map((tag) => (
            <li key={tag.id}>
              <RemovableChip
                label={tag.name}
                onRemove={() => change(latest.current.filter(({ id }) => id !== tag.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const createTagCall: CallOf<typeof createTag> = { method: 'POST', path: '/tags' };

/** Creates a tag, or finds the existing tag with that name. */
async function addTag(client: QueryClient, name: string): Promise<Tag> {
  const { tag } = await send(createTagCall, { body: { name } });
  client.setQueryData(tagsQuery().queryKey, (tags) =>
    tags === undefined || tags.some(({ id }) => id === tag.id) ? tags : [...tags, tag],
  );
  return tag;
}
