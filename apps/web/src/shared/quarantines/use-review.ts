import type { deleteDocument } from '@handover/contract/documents/documents.ts';
import {
  keepQuarantine,
  releaseQuarantine,
  type Quarantine,
} from '@handover/contract/documents/quarantines.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

const deleteCall: CallOf<typeof deleteDocument> = { method: 'DELETE', path: '/documents/{id}' };

const changedNouns = {
  message: ['message', 'triage'],
  attachment: ['message', 'triage'],
  note: ['note'],
  document: ['document'],
} as const;

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
      const noun = { message: 'Message', note: 'Note', document: 'File', attachment: 'File' }[subject.kind];
      toasts.done(action === 'release' ? `${noun} released` : `${noun} stays quarantined`);
      for (const changed of changedNouns[subject.kind]) refresh({ noun: changed, customerId: null });
      onDone();
    },
  });
  const remove = useMutation({
    mutationFn: () => send(deleteCall, { params: { id: subject.id } }),
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
