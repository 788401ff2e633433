import type { ResponseOf, BodyInput } from '@handover/contract/http/endpoint.ts';
import {
  listBusinessNotes,
  listDealNotes,
  listNotes,
  deleteNote,
  note as noteSchema,
  restoreNote,
  updateNote,
  type Note,
} from '@handover/contract/records/notes.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useTrash } from '#shared/records/page/use-trash.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

const lists = { customer: listNotes, business: listBusinessNotes, deal: listDealNotes } as const;

/** Notes, calls, and meetings of a record: pinned first, then newest first. */
export const notesQuery = ({ type, id }: RecordRef): PagesFor<ResponseOf<typeof listNotes>> =>
  pagesQuery({
    queryKey: ['note', id, 'list'],
    fetchPage: ({ cursor, signal }) => send(lists[type], { params: { id }, query: { cursor } }, { signal }),
  });

/** `version` is the version of the displayed note, unless given. */
type NoteChange = Omit<BodyInput<typeof updateNote>, 'version'> & { version?: number };

interface After {
  onSaved?: () => void;
  /** Called with the current version if someone else has changed the note. */
  onStale?: (version: number) => void;
}

interface NoteMutations {
  /** On failure the error is shown and nothing changes. */
  update: (change: NoteChange, after?: After) => void;
  remove: () => void;
  isPending: boolean;
}

/** Actions on a note. */
export function useNoteMutations(note: Note): NoteMutations {
  const toasts = useToasts();
  const refresh = useRefresh();
  const about = {
    noun: 'note',
    customerId: note.customerId,
    businessId: note.businessId,
    dealId: note.dealId,
  } as const;
  const params = { id: note.id };
  const onSettled = (): void => refresh(about);
  const onError = (error: Error): void =>
    toasts.failed(
      error instanceof ApiError && error.code === 'STALE_VERSION'
        ? 'Someone else changed this note. Save again to replace their version with yours.'
        : getErrorMessage(error),
    );

  const update = useMutation({
    mutationFn: (change: NoteChange) =>
      send(updateNote, { params, body: { version: note.version, ...change } }),
    onError,
    onSettled,
  });
  const trash = useTrash(about, {
    label: 'Note',
    removed: 'Note deleted',
    remove: () => send(deleteNote, { params }),
    restore: () => send(restoreNote, { params }),
  });
  return {
    update: (change, { onSaved, onStale } = {}) =>
      !update.isPending &&
      update.mutate(change, {
        onSuccess: onSaved,
        onError: (error) => {
          const current = noteSchema.safeParse(error instanceof ApiError ? error.current : null);
          if (current.success) onStale?.(current.data.version);
        },
      }),
    remove: trash.remove,
    isPending: update.isPending || trash.isPending,
  };
}
