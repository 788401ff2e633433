import { toCalendarDate } from '@handover/domain/local-time.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';
import { notFound } from '#lib/errors.ts';
import { findSessionToken, findWorkspaceHeader } from '#platform/http/request.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import { authenticate } from '#platform/session/authenticate.ts';
import type { Work } from '#platform/work.ts';
import { findPublishedRow } from './reading.queries.ts';
import type { FastifyRequest } from 'fastify';
import type { Keyring } from '#lib/keyring.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { WorkRunner } from '#platform/work.ts';
import { insertView, moveCount } from './reading.queries.ts';
import { hashSecret } from '#lib/ids.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

/** Per IP address and hour, for all browsers; an office stays well below the limit. */
const viewLimit = { hits: 300, perSeconds: 3600 };
const shareLimit = { hits: 20, perSeconds: 3600 };
/** Self-declared bots: search engines, link previews, command-line tools. */
const isRobot = /bot|crawl|spider|slurp|preview|facebookexternalhit|curl|wget|python|java\//i;

type Visit = { readonly slug: string; readonly request: FastifyRequest };
type Parts = {
  readonly keyring: Pick<Keyring, 'sign'>;
  readonly limits: RateLimits;
  readonly runner: WorkRunner;
};

/** Counts one view per visitor and day, without bots. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
export async function countView({ keyring, limits, runner }: Parts, { slug, request }: Visit): Promise<void> {
  await limits.hit(`blog:view:${getAddressHash(keyring, request)}`, viewLimit);
  await runner.transact(async (work) => {
    const { workspaceId, id: postId } = await getPublished(work, slug);
    if (isRobot.test(getUserAgent(request))) return;
    const day = toCalendarDate(work.now, 'UTC');
    const view = { workspaceId, postId, day, visitor: getVisitorId(keyring, request, day) };
    if (await insertView(work.db, view))
      await moveCount(work.db, { workspaceId, postId, count: 'view_count', by: 1 });
  });
}

/** Counts a share and returns the total. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
export async function countShare(
  { keyring, limits, runner }: Parts,
  { slug, request }: Visit,
): Promise<number> {
  await limits.hit(`blog:share:${getAddressHash(keyring, request)}`, shareLimit);
  return runner.transact(async (work) => {
    const { workspaceId, id: postId } = await getPublished(work, slug);
    return moveCount(work.db, { workspaceId, postId, count: 'share_count', by: 1 });
  });
}

/** Distinguishes visitors without storing their identity: a keyed digest that changes daily. */
function getVisitorId(keyring: Pick<Keyring, 'sign'>, request: FastifyRequest, day: string): string {
  return keyring.sign(['visitor', day, request.ip, getUserAgent(request)].join('\n'));
}

function getAddressHash(keyring: Pick<Keyring, 'sign'>, request: FastifyRequest): string {
  return keyring.sign(toAddressKey('address', request.ip));
}

function getUserAgent(request: FastifyRequest): string {
  return request.headers['user-agent'] ?? '';
}

/** The reader of a public page; null for a guest or an expired session. */
export async function findReader({ db, now }: Work, request: FastifyRequest): Promise<SessionActor | null> {
  const token = findSessionToken(request);
  if (token === null) return null;
  return authenticate(db, {
    by: { tokenHash: hashSecret(token) },
    workspaceId: findWorkspaceHeader(request),
    now,
  });
}

type PublishedPost = NonNullable<Awaited<ReturnType<typeof findPublishedRow>>> & {
  readonly workspaceId: string;
};

/** The published post with this slug. Throws NOT_FOUND. */
export async function getPublished({ db }: Work, slug: string): Promise<PublishedPost> {
  const workspaceId = await findPublicWorkspaceId(db);
  const row = workspaceId === null ? undefined : await findPublishedRow(db, { workspaceId, slug });
  if (workspaceId === null || row === undefined) throw notFound('post');
  return { ...row, workspaceId };
}
