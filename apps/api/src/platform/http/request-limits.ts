import type { Db } from '#db/client.ts';
import type { Clock } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import type { Member, SessionActor } from '#platform/session/actor.ts';
import { addRequests } from './request-limits.queries.ts';
import { toAddressKey } from '../rate-limits.ts';

export type RequestLimits = {
  /** Counts a request of a session's user, an API key, or an address. Throws TOO_MANY_REQUESTS above the limit. */
  countRequest(caller: { actor: Member | SessionActor | null; isApiKey: boolean; ip: string }): void;
  /** Counts an open live stream of a user; to be called each minute. Throws TOO_MANY_REQUESTS above the limit. */
  countStream(userId: string): void;
  /** Adds this server's counts to the counters in the database, and reads the totals of all servers. */
  share(): Promise<void>;
};

const windowMs = 60_000;
/** Callers without a session get this share of the limit for each address, which a whole office may share. */
const anonymousShare = 1 / 50;
/** Open streams of one user on all servers. A browser has one, however many tabs are open. */
const maxStreams = 100;
/** Below this share of its limit, a caller is counted only in memory, so that normal use costs no statement. */
const sharedFrom = 1 / 10;

type Counter = {
  readonly limit: number;
  /** Counted by all servers, as of the last exchange. */
  shared: number;
  /** Counted by this server since. */
  unshared: number;
};

/**
 * Limits per minute, counted in memory and exchanged with the other servers through the database in batches. Together,
 * servers may exceed a limit by the requests counted between two exchanges; a crash loses the same number.
 */
export function createRequestLimits({
  db,
  clock,
  requestsPerMinute,
}: {
  db: Db;
  clock: Clock;
  requestsPerMinute: number;
}): RequestLimits {
  let windowEndsMs = 0;
  let counters = new Map<string, Counter>();
  const count = (key: string, limit: number): void => {
    const nowMs = clock.now().getTime();
    const endsMs = Math.floor(nowMs / windowMs) * windowMs + windowMs;
    if (endsMs !== windowEndsMs) {
      windowEndsMs = endsMs;
      counters = new Map();
    }
    const counter = counters.get(key) ?? { limit, shared: 0, unshared: 0 };
    counters.set(key, counter);
    counter.unshared += 1;
    if (counter.shared + counter.unshared > limit)
      throw tooManyRequestsError(Math.ceil((endsMs - nowMs) / 1000));
  };
  return {
    countRequest: ({ actor, isApiKey, ip }) => {
      if (actor === null)
        count(toAddressKey('requests:address', ip), Math.ceil(requestsPerMinute * anonymousShare));
      else count(`requests:${isApiKey ? actor.sessionId : actor.userId}`, requestsPerMinute);
    },
    countStream: (userId) => count(`streams:${userId}`, maxStreams),
    share: async () => {
      const ofWindow = counters;
      const counts = [...ofWindow]
        .filter(([, { limit, shared, unshared }]) => unshared > 0 && shared + unshared >= limit * sharedFrom)
        .map(([key, { unshared }]) => ({ key, hits: unshared }));
      if (counts.length === 0) return;
      const sent = new Map(counts.map(({ key, hits }) => [key, hits]));
      for (const { key, hits } of await addRequests(db, { windowEnds: new Date(windowEndsMs), counts })) {
        const counter = ofWindow.get(key);
        if (counter === undefined) continue;
        counter.shared = hits;
        counter.unshared -= sent.get(key) ?? 0;
      }
    },
  };
}

function tooManyRequestsError(retryAfterSeconds: number): AppError {
  const message = `Too many requests. Try again in ${retryAfterSeconds === 1 ? '1 second' : `${String(retryAfterSeconds)} seconds`}.`;
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
}
