import type { FastifyRequest } from 'fastify';
import { dateIn } from '#lib/clock.ts';
import type { Keyring } from '#lib/keyring.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { WorkRunner } from '#platform/work.ts';
import { moveCount } from '../stats.queries.ts';
import { getPublished } from './reader.ts';
import { insertView } from './reading.queries.ts';

/** Per address and hour, whatever browser it claims; the people of an office stay far below. */
const viewLimit = { hits: 300, perSeconds: 3600 };
const shareLimit = { hits: 20, perSeconds: 3600 };
/** Programs that say what they are: search engines, link previews, command lines. */
const isRobot = /bot|crawl|spider|slurp|preview|facebookexternalhit|curl|wget|python|java\//i;

type Visit = { readonly slug: string; readonly request: FastifyRequest };
type Parts = {
  readonly keyring: Pick<Keyring, 'sign'>;
  readonly limits: RateLimits;
  readonly runner: WorkRunner;
};

/** Counts a view once per visitor and day, and no robot's. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
export async function countView({ keyring, limits, runner }: Parts, { slug, request }: Visit): Promise<void> {
  await limits.hit(`blog:view:${addressOf(keyring, request)}`, viewLimit);
  await runner.transact(async (work) => {
    const { workspaceId, id: postId } = await getPublished(work, slug);
    if (isRobot.test(agentOf(request))) return;
    const day = dateIn('UTC', work.now);
    const view = { workspaceId, postId, day, visitor: visitorOf(keyring, request, day) };
    if (await insertView(work.db, view))
      await moveCount(work.db, { workspaceId, postId, count: 'view_count', by: 1 });
  });
}

/** Counts that a reader shared a post; returns how often it was. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
export async function countShare(
  { keyring, limits, runner }: Parts,
  { slug, request }: Visit,
): Promise<number> {
  await limits.hit(`blog:share:${addressOf(keyring, request)}`, shareLimit);
  return runner.transact(async (work) => {
    const { workspaceId, id: postId } = await getPublished(work, slug);
    return moveCount(work.db, { workspaceId, postId, count: 'share_count', by: 1 });
  });
}

/** Tells visitors apart without keeping who they are: a keyed digest, another one each day. */
function visitorOf(keyring: Pick<Keyring, 'sign'>, request: FastifyRequest, day: string): string {
  return keyring.sign(['visitor', day, request.ip, agentOf(request)].join('\n'));
}

function addressOf(keyring: Pick<Keyring, 'sign'>, request: FastifyRequest): string {
  return keyring.sign(['address', request.ip].join('\n'));
}

function agentOf(request: FastifyRequest): string {
  return request.headers['user-agent'] ?? '';
}
