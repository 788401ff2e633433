import type {
  deleteDocument,
  Document,
  openDocument,
  restoreDocument,
  updateDocument,
} from '@handover/contract/documents/documents.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import type { AttestationVersion } from '@handover/domain/phi/attestation.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { getRelatedIds, type RecordRef } from '#shared/records/page/record-ref.ts';

const openCall: CallOf<typeof openDocument> = { method: 'POST', path: '/documents/{id}/ticket' };
const updateCall: CallOf<typeof updateDocument> = { method: 'PATCH', path: '/documents/{id}' };
const restoreCall: CallOf<typeof restoreDocument> = { method: 'POST', path: '/documents/{id}/restore' };
const deleteCall: CallOf<typeof deleteDocument> = { method: 'DELETE', path: '/documents/{id}' };

type DocumentChange = Omit<BodyInput<typeof updateDocument>, 'version'>;

export interface DocumentMutations {
  /** Requests a ticket to download the content. */
  open: (onTicket: (ticket: { url: string }) => void) => void;
  download: () => void;
  /** `onSaved` is called after the server has saved the change. */
  update: (change: DocumentChange, onSaved?: () => void) => void;
  remove: () => void;
  /** Needs the confirmation for a file that is restored to a data room. */
  restore: (attestation?: AttestationVersion) => void;
  isPending: boolean;
}

/** Actions on a file. `of` is the page's record; null for clients. */
export function useDocumentMutations(document: Document, of: RecordRef | null): DocumentMutations {
  const toasts = useToasts();
  const refresh = useRefresh();
  const params = { id: document.id };
  const onSettled = (): void => refresh({ noun: 'document', ...getRelatedIds(of) });
  const onError = (error: Error): void =>
    toasts.failed(
      error instanceof ApiError && error.code === 'STALE_VERSION'
        ? 'Someone else changed this file. Review their changes and try again.'
        : getErrorMessage(error),
    );

  const open = useMutation({ mutationFn: () => send(openCall, { params }), onError });
  const saved = useRef(0);
  const update = useMutation({
    // One after another: each change needs the version returned by the previous one.
    scope: { id: `document-${document.id}` },
    mutationFn: async (change: DocumentChange) => {
      const version = Math.max(document.version, saved.current);
      const answer = await send(updateCall, { params, body: { ...change, version } });
      saved.current = answer.document.version;
    },
    onError,
    onSettled,
  });
  const restore = useMutation({
    mutationFn: (attestation: AttestationVersion | undefined) =>
      send(restoreCall, { params, query: { attestation } }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => send(deleteCall, { params }),
    onSuccess: () => toasts.undoable('File moved to the trash', () => restore.mutate(undefined)),
    onError,
    onSettled,
  });
  return {
    open: (onTicket) =>
      !open.isPending && open.mutate(undefined, { onSuccess: ({ ticket }) => onTicket(ticket) }),
    download: () =>
      !open.isPending && open.mutate(undefined, { onSuccess: ({ ticket }) => downloadTicket(ticket) }),
    update: (change, onSaved) => update.mutate(change, { onSuccess: onSaved }),
    remove: () => !remove.isPending && remove.mutate(),
    restore: (attestation) => !restore.isPending && restore.mutate(attestation),
    isPending: update.isPending || remove.isPending,
  };
}
