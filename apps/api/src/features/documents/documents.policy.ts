import type { Member } from '#platform/session/actor.ts';
import { definePolicy } from '#platform/session/policy.ts';

type DocumentSubject = {
  readonly deleted_at: Date | null;
  /** The state of the data room that it is in. */
  readonly room_state: 'open' | 'frozen' | null;
};

const rule = {
  level: 'STAFF',
  when: (_member: Member, { room_state: state }: DocumentSubject) => state !== 'frozen',
  refusal: 'This data room is locked. Unlock it to make changes.',
} as const;

/** Staff who may read a document may change it; `retention` checks legal holds. */
export const documentPolicy = definePolicy<
  Record<'document:update' | 'document:delete' | 'document:hold', DocumentSubject>
>({
  noun: 'file',
  trash: { level: 'STAFF' },
  rules: {
    'document:update': rule,
    'document:delete': { ...rule, inTrash: true },
    'document:hold': { level: 'ADMIN', inTrash: true },
  },
});

export const { can, authorize } = documentPolicy;
