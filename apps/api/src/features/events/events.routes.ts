import { streamEvents } from '@handover/contract/events.ts';
import type { FastifyReply } from 'fastify';
import type { Routes } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session/actor.ts';
import { isSessionLive } from '../../platform/session/session.queries.ts';

const heartbeatMs = 20_000;
const recheckMs = 60_000;

/** Live notices as a `text/event-stream`, read by fetch with the bearer. */
export function eventRoutes(routes: Routes, { live, runner }: Pick<Platform, 'live' | 'runner'>): void {
  routes.add(streamEvents, async ({ actor, reply }) => {
    openStream(reply);
    const isLive = () => isSessionLive(runner.db, { sessionId: actor.sessionId, now: runner.clock.now() });
    hold({ reply, member: actor, live, isLive });
  });
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

function hold({
  reply,
  member,
  live,
  isLive,
}: {
  reply: FastifyReply;
  member: Member;
  live: Platform['live'];
  isLive: () => Promise<boolean>;
}): void {
  const stream = reply.raw;
  const end = (): void => void stream.end();
  const heartbeat = setInterval(() => stream.write(': beat\n\n'), heartbeatMs);
  const recheck = setInterval(
    () => void isLive().then((stillLive) => (stillLive ? undefined : end()), end),
    recheckMs,
  );
  const unsubscribe = live.subscribe({
    member,
    deliver: (event, data) => void stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end,
  });
  stream.on('error', end);
  stream.on('close', () => {
    clearInterval(heartbeat);
    clearInterval(recheck);
    unsubscribe();
  });
}
