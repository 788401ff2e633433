import { deleteDocument } from '@handover/contract/documents.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import {
  keepQuarantine,
  listQuarantines,
  openQuarantine,
  releaseQuarantine,
  phiKindLabels,
  type PhiKind,
  type Quarantine,
  type QuarantineState,
} from '@handover/contract/quarantines.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** Quarantined emails, notes, and files, newest first. Stale with the timelines: emails and notes change both. */
export const quarantinesQuery = (state: QuarantineState): PagesFor<ResponseOf<typeof listQuarantines>> =>
  pagesQuery({
    queryKey: ['activity', 'all', 'quarantines', state],
    fetchPage: ({ cursor, signal }) => send(listQuarantines, { query: { state, cursor } }, { signal }),
  });

/** How many wait for a review. */
export const quarantineCountQuery = (): QueryFor<number> =>
  oneQuery({
    queryKey: ['activity', 'all', 'quarantine-count'],
    queryFn: async ({ signal }) => (await send(listQuarantines, { query: { limit: 1 } }, { signal })).total,
  });

/** What a quarantined email, note, or file says. Each call is recorded in the audit log. */
export const openedQuery = (id: string): QueryFor<ResponseOf<typeof openQuarantine>> =>
  oneQuery({
    queryKey: ['opened-quarantine', id],
    queryFn: ({ signal }) => send(openQuarantine, { params: { id } }, { signal }),
  });

/** "Date of birth" */
export function phiKindName(kind: PhiKind): string {
  const label = phiKindLabels[kind];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

type Decision = { readonly action: 'release' | 'keep'; readonly reason: string };

interface ReviewMutation {
  decide: (decision: Decision) => void;
  /** Deletes a quarantined file. */
  remove: () => void;
  error: Error | null;
  isPending: boolean;
}

/** Releases a quarantined email, note, or file, or keeps it quarantined; deletes a file. */
export function useReview({ id, version, subject }: Quarantine, onDone: () => void): ReviewMutation {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ action, reason }: Decision) => {
      const request = { params: { id }, body: { version, reason } };
      return action === 'release' ? send(releaseQuarantine, request) : send(keepQuarantine, request);
    },
    onSuccess: (_answer, { action }) => {
      const noun = { message: 'Message', note: 'Note', document: 'File' }[subject.kind];
      toasts.done(action === 'release' ? `${noun} released` : `${noun} stays quarantined`);
      refresh({ noun: subject.kind, customerId: null });
      if (subject.kind === 'message') refresh({ noun: 'triage', customerId: null });
      onDone();
    },
  });
  const remove = useMutation({
    mutationFn: () => send(deleteDocument, { params: { id: subject.id } }),
    onSuccess: () => {
      toasts.done('File deleted');
      refresh({ noun: 'document', customerId: null });
      onDone();
    },
  });
  return {
    decide: mutate,
    remove: () => !isPending && !remove.isPending && remove.mutate(),
    error: error ?? remove.error,
    isPending,
  };
}
