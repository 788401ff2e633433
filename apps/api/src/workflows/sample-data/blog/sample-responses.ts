import { insertComment, insertFavorite } from '#features/blog/responses.queries.ts';
import { moveCount } from '#features/blog/reading.queries.ts';
import { newId } from '#lib/ids.ts';
import type { Work } from '#platform/work.ts';
import type { Random } from '../random.ts';

const dayMs = 86_400_000;

const remarks = [
  'This is what I wish someone had told me before my first offer came in.',
  'Our lease is the weak point, too. How early should you talk to the landlord?',
  'Clear and short. I sent it to my accountant.',
  'Would this look different for a practice with two partners?',
  'We did it the other way around, and it cost us four months.',
  'Thank you. We printed the list for the office.',
] as const;

const replies = [
  'Thanks for your comment. Happy to talk it through. Our number is at the top of the page.',
  'Good question. That deserves its own post, and we will write one.',
  'That is more common than you might think. Start at least a year ahead.',
] as const;

type ResponseTarget = {
  readonly workspaceId: string;
  readonly postId: string;
  /** How long ago the post appeared. */
  readonly days: number;
  readonly authorId: string;
  readonly clientId: string;
  readonly readerIds: readonly string[];
  readonly random: Random;
};

/** Views, shares, favorites, and comments, more of them the longer a post has been there. */
export async function writeSampleResponses({ db, now }: Work, post: ResponseTarget): Promise<void> {
  const { workspaceId, postId, authorId, clientId, days, readerIds, random } = post;
  const count = (name: Parameters<typeof moveCount>[1]['count'], by: number) =>
    moveCount(db, { workspaceId, postId, count: name, by });
  await count('view_count', 40 + days * 7 + random.below(60));
  await count('share_count', random.below(4 + Math.ceil(days / 12)));
  const fans = readerIds.filter(() => random.chance(0.5));
  for (const userId of fans) await insertFavorite(db, { workspaceId, postId, userId, now });
  await count('favorite_count', fans.length);
  const talk = [
    { authorId: clientId, body: random.pick(remarks), daysAgo: days * 0.8 },
    { authorId, body: random.pick(replies), daysAgo: days * 0.7 },
  ].slice(0, random.below(3));
  for (const { daysAgo, ...comment } of talk)
    await insertComment(db, {
      ...comment,
      workspaceId,
      postId,
      id: newId(),
      now: new Date(now.getTime() - daysAgo * dayMs),
    });
  await count('comment_count', talk.length);
}
