import type { PendingEmailDraft } from '@handover/contract/email-drafts.ts';
import type { StoredDraft } from './draft-memory.ts';

/** A draft that waits to be finished. */
export interface PendingDraft {
  /** Null for that of a new email. */
  readonly threadId: string | null;
  readonly subject: string;
  /** Null while only this browser has it. */
  readonly updatedAt: string | null;
}

/**
 * What waits, of what this browser keeps and what the server has, which is undefined while it is not known.
 * What the server does not have yet is newer than what it has.
 */
export function pendingDrafts(
  kept: ReadonlyMap<string | null, StoredDraft>,
  stored: readonly PendingEmailDraft[] | undefined,
): PendingDraft[] {
  const isDecidedHere = ({ isDirty }: StoredDraft): boolean => isDirty || stored === undefined;
  const here = [...kept].filter(([, draft]) => isDecidedHere(draft));
  const there = (stored ?? []).filter(({ threadId }) => here.every(([other]) => other !== threadId));
  return [
    ...here
      .filter(([, draft]) => !draft.isBlank)
      .map(([threadId, { subject }]) => ({
        threadId,
        subject,
        updatedAt: stored?.find((draft) => draft.threadId === threadId)?.updatedAt ?? null,
      })),
    ...there.map(({ threadId, subject, updatedAt }) => ({ threadId, subject, updatedAt })),
  ];
}
