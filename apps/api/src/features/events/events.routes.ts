import { isDeepStrictEqual } from 'node:util';
import { streamEvents } from '@handover/contract/http/events.ts';
import type { FastifyReply } from 'fastify';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { authenticate } from '#platform/session/authenticate.ts';
import type { WorkRunner } from '#platform/work.ts';

const heartbeatMs = 20_000;
const recheckMs = 60_000;
const maxUnreadBytes = 256 * 1024;

/** Live events as a `text/event-stream`, read with fetch, which can send the bearer token. */
export function eventRoutes(
  routes: Routes,
  { live, runner, requestLimits }: Pick<Platform, 'live' | 'runner' | 'requestLimits'>,
): void {
  routes.add(streamEvents, async ({ actor, query, reply }) => {
    // The client disconnected while its session was looked up, so its `close` event has already fired.
    if (reply.raw.destroyed) return;
    requestLimits.countStream(actor.userId);
    openStream(reply);
    stream({
      reply,
      member: actor,
      offlineMs: query.offlineMs,
      live,
      hasSameRights: () => hasSameRights(runner, actor),
      countStream: () => requestLimits.countStream(actor.userId),
    });
  });
}

/** Whether the session and the member's rights are unchanged; otherwise the browser reconnects. */
async function hasSameRights({ db, clock }: WorkRunner, member: Member): Promise<boolean> {
  const by = { sessionId: member.sessionId };
  const actor = await authenticate(db, { by, workspaceId: member.workspaceId, now: clock.now() });
  return isDeepStrictEqual(actor?.membership, member);
}

function openStream(reply: FastifyReply): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  reply.raw.write(': open\n\n');
}

function stream({
  reply,
  member,
  offlineMs,
  live,
  hasSameRights,
  countStream,
}: {
  reply: FastifyReply;
  member: Member;
  offlineMs: number | undefined;
  live: Platform['live'];
  hasSameRights: () => Promise<boolean>;
  /** Throws when the user has too many streams. */
  countStream: () => void;
}): void {
  const stream = reply.raw;
  const end = (): void => void stream.end();
  const heartbeat = setInterval(() => stream.write(': beat\n\n'), heartbeatMs);
  const check = async (): Promise<void> => {
    countStream();
    if (!(await hasSameRights())) end();
  };
  const recheck = setInterval(() => void check().catch(end), recheckMs);
  const unsubscribe = live.subscribe({
    member,
    offlineMs,
    hasSameRights,
    deliver: (event, data) => {
      stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      // A slow reader is disconnected; it reconnects and refetches.
      if (stream.writableLength > maxUnreadBytes) end();
    },
    end,
  });
  stream.on('error', end);
  stream.on('close', () => {
    clearInterval(heartbeat);
    clearInterval(recheck);
    unsubscribe();
  });
}
