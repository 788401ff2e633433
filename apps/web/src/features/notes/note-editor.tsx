import type { Note } from '@handover/contract/records/notes.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { MentionInput } from '#shared/mentions/mention-input.tsx';
import { toStored, toTyped } from '#shared/mentions/mentions.ts';
import { openedQuery } from '#shared/quarantines/quarantines.queries.ts';
import type { useNoteMutations } from './notes.queries.ts';
import styles from './notes.module.css';

interface EditProps {
  note: Note;
  mutations: ReturnType<typeof useNoteMutations>;
  onClose: () => void;
}

/**
 * Edits the note as it was opened, even if the list shows a newer version. For a quarantined note, edits the
 * quarantined text.
 */
export default function NoteEditor({ note, ...props }: EditProps): ReactElement {
  const [opened] = useState(note);
  const { quarantineId, body } = opened;
  const content = useQuery({
    ...openedQuery(quarantineId ?? ''),
    enabled: quarantineId !== null,
    gcTime: 0,
    retry: false,
  });
  if (quarantineId === null) return <EditorForm note={opened} body={body} {...props} />;
  if (content.data !== undefined)
    return <EditorForm note={opened} body={content.data.content.text} {...props} />;
  return content.error === null ? <Spinner /> : <p role="alert">{getErrorMessage(content.error)}</p>;
}

/** Keeps the version that its text is based on; after a conflict, saving again overwrites the other change. */
function EditorForm({ note, body, mutations, onClose }: EditProps & { body: string }): ReactElement {
  const draft = useDraftValues(`note:${note.id}`, toTyped(body), {
    version: note.version,
    isStored: note.quarantineId === null,
  });
  const { values, change, status, discard } = draft;
  const [version, setVersion] = useState(draft.version ?? note.version);
  const [error, setError] = useState<string | undefined>();
  const leave = (): void => {
    discard();
    onClose();
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (values.text.trim() === '') return setError('Required');
    const written = toStored(values.text, values.mentioned);
    mutations.update({ body: written, version }, { onSaved: leave, onStale: setVersion });
  };
  return (
    <form className={styles['editor']} noValidate onSubmit={save} aria-label="Edit note">
      {status}
      <MentionInput
        label="Note"
        hasFocus
        text={values.text}
        mentioned={values.mentioned}
        error={error}
        isReadOnly={mutations.isPending}
        onChange={(text, mentioned) => change({ text, mentioned: [...mentioned] })}
      />
      <div className={styles['actions']}>
        <Button variant="outlined" color="inherit" size="small" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" size="small" loading={mutations.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
