import type { Member } from '#platform/session/actor.ts';
import { definePolicy, isAdmin } from '#platform/session/policy.ts';

type AuthoredNote = { readonly author_id: string; readonly deleted_at: Date | null };

const byAuthor = {
  level: 'STAFF',
  when: (member: Member, note: AuthoredNote) => isAdmin(member) || note.author_id === member.userId,
  refusal: 'Only the author or an administrator can change this note.',
} as const;

export const { can, authorize } = definePolicy<
  Record<'note:pin' | 'note:update' | 'note:delete', AuthoredNote>
>({
  noun: 'note',
  trash: byAuthor,
  rules: {
    'note:pin': { level: 'STAFF' },
    'note:update': byAuthor,
    'note:delete': { ...byAuthor, inTrash: true },
  },
});
