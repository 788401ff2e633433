import { createHash } from 'node:crypto';
import * as contract from '@handover/contract/tasks/calendar-feed.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import { addWorkspace } from '#platform/notification-channels.ts';
import type { Platform } from '#platform/platform.ts';
import { isBlocked, isOpenTo } from '#platform/session/access.ts';
import type { Member } from '#platform/session/actor.ts';
import { requireLiveSession } from '#platform/session/authenticate.ts';
import { deleteCalendarLinks } from '#platform/session/session.queries.ts';
import { findMember } from '#platform/session/find-member.ts';
import type { Work } from '#platform/work.ts';
import { findFeed, findFeedOwner, listFeedRows, saveFeed, type FeedRow } from './calendar-feed.queries.ts';
import { toICalendar, type DayEvent } from './icalendar.ts';
import { hashSecret, newSecret } from '#lib/ids.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

const maxEvents = 2000;
const limit = { hits: 60, perSeconds: 60 };
const missLimit = { hits: 30, perSeconds: 60 };

type Parts = Pick<Platform, 'config' | 'limits'>;

/** A person's private calendar link and its feed. */
export function calendarFeedRoutes(routes: Routes, { config, limits }: Parts): void {
  routes.add(contract.getCalendarFeed, async ({ actor, work }) => {
    const feed = await findFeed(work.db, actor);
    return { feed: feed === null ? null : { createdAt: feed.createdAt.toISOString() } };
  });
  routes.add(contract.createCalendarFeed, async ({ actor, work }) => {
    const { workspaceId, userId } = actor;
    const token = newSecret();
    await requireLiveSession(work.db, actor);
    await saveFeed(work.db, { workspaceId, userId, tokenHash: hashSecret(token), now: work.now });
    return {
      feed: { createdAt: work.now.toISOString() },
      url: `${config.publicUrl}/api/calendar/${token}.ics`,
    };
  });
  routes.add(contract.revokeCalendarFeed, async ({ actor: { workspaceId, userId }, work }) =>
    deleteCalendarLinks(work.db, { workspaceId, userId }),
  );
  routes.add(contract.readCalendarFeed, async ({ params, work, request, reply }) => {
    const tokenHash = hashSecret(params.file.slice(0, -'.ics'.length));
    const reader = await findReader(work, tokenHash);
    if (reader === null) {
      await limits.hit(toAddressKey('calendar-miss', request.ip), missLimit);
      throw notFound('calendar');
    }
    await limits.hit(`calendar:${tokenHash.toString('base64url')}`, limit);
    const rows = await listFeedRows(work.db, reader.member, maxEvents);
    const { workspaceId } = reader.member;
    const events = rows.flatMap((row) => toDayEvents(row, { workspaceId, publicUrl: config.publicUrl }));
    await sendCalendar(toICalendar({ name: `Tasks of ${reader.workspaceName}`, events }), { request, reply });
  });
}

/** The link's owner with their current permissions; null if they may see no tasks. */
async function findReader(
  { db, now }: Work,
  tokenHash: Buffer,
): Promise<{ member: Member; workspaceName: string } | null> {
  const owner = await findFeedOwner(db, tokenHash);
  if (owner === null) return null;
  const member = await findMember(db, { ...owner, now, access: 'view' });
  if (member === null || isBlocked(member)) return null;
  if (member.level < roleLevels.STAFF || !isOpenTo(member, 'tasks')) return null;
  return { member, workspaceName: owner.workspaceName };
}

function toDayEvents(row: FeedRow, where: { workspaceId: string; publicUrl: string }): DayEvent[] {
  if (row.due_date === null) return [];
  return [
    {
      uid: row.id,
      date: row.due_date,
      title: removeAddresses(row.title),
      description: removeAddresses(row.customer_name ?? ''),
      url: addWorkspace(`/admin/tasks?task=${row.id}`, where),
      createdAt: row.created_at,
      changedAt: row.updated_at,
      sequence: row.version - 1,
      isUrgent: row.priority === 'high',
    },
  ];
}

/** Email addresses are removed, because anyone with the link can read the feed. */
function removeAddresses(text: string): string {
  return text.replace(/[^\s@<>,;"]+@[^\s@<>,;"]+/g, '…');
}

async function sendCalendar(
  text: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  void reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return void (await reply.status(304).send());
  await reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="tasks.ics"')
    .send(text);
}
