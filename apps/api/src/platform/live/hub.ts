import type { LiveNotice } from '@handover/contract/http/events.ts';
import type { Db } from '#db/client.ts';
import type { Logger } from '#lib/logger.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Notice } from '#platform/work.ts';
import type { Audience } from './audience.ts';
import { createRecentNotices, type RecentNotices } from './recent-notices.ts';

export type Subscriber = {
  readonly member: Member;
  /** How long the client was offline; missed notices are sent, or a request to refetch. */
  readonly offlineMs?: number | undefined;
  /** Whether the session still has the rights of `member`. */
  hasSameRights(): Promise<boolean>;
  deliver(event: 'notice' | 'resync', data: LiveNotice | null): void;
  end(): void;
};

export type LiveHub = {
  /** Adds a stream; returns a function that removes it. */
  subscribe(subscriber: Subscriber): () => void;
  dispatch(notices: readonly Notice[]): void;
  resync(): void;
  /** Ends all streams, and each new stream immediately. */
  endAll(): void;
};

/** The open streams of this server. Each receives only notices about records its member may read. */
export function createLiveHub({
  db,
  logger,
  audience,
  recent = createRecentNotices(),
}: {
  db: Db;
  logger: Logger;
  audience: Audience;
  recent?: RecentNotices;
}): LiveHub {
  const subscribers = new Set<Subscriber>();
  let hasEnded = false;
  const send = (subscriber: Subscriber, notices: readonly Notice[]): void => {
    deliver({ db, audience, subscriber, notices }).catch((error: unknown) =>
      logger.warn({ err: error }, 'live notice not delivered'),
    );
  };
  return {
    subscribe: (subscriber) => {
      if (hasEnded) subscriber.end();
      subscribers.add(subscriber);
      const missed = subscriber.offlineMs === undefined ? [] : recent.within(subscriber.offlineMs);
      if (missed === null) subscriber.deliver('resync', null);
      // Without session notices: the session was just checked, and the end of an old session does not end the new one.
      else
        send(
          subscriber,
          missed.filter(({ noun }) => noun !== 'session'),
        );
      return () => void subscribers.delete(subscriber);
    },
    dispatch: (notices) => {
      recent.add(notices);
      for (const subscriber of subscribers) send(subscriber, notices);
    },
    resync: () => {
      recent.restart();
      for (const subscriber of subscribers) subscriber.deliver('resync', null);
    },
    endAll: () => {
      hasEnded = true;
      for (const subscriber of subscribers) subscriber.end();
    },
  };
}

/** Sends the subscriber the notices that its member may read. */
export async function deliver({
  db,
  audience,
  subscriber,
  notices,
}: {
  db: Db;
  audience: Audience;
  subscriber: Subscriber;
  notices: readonly Notice[];
}): Promise<void> {
  const { member } = subscriber;
  const ended = notices
    .filter(({ noun, userId }) => noun === 'session' && userId === member.userId)
    .map(({ id }) => id);
  if (ended.includes(member.sessionId)) {
    subscriber.end();
    return;
  }
  const candidates = notices.filter((notice) => audience.includes(member, notice));
  const areRightsChanged =
    ended.includes(member.userId) || (candidates.length > 0 && (await areGrantsStale(subscriber)));
  if (areRightsChanged) {
    // Records that were shared appear on open pages, and those that no longer are disappear.
    subscriber.deliver('resync', null);
    subscriber.end();
    return;
  }
  for (const notice of await audience.readableBy(db, member, candidates)) {
    subscriber.deliver('notice', {
      noun: notice.noun,
      id: notice.id,
      customerId: notice.customerId ?? null,
      businessId: notice.businessId ?? null,
      dealId: notice.dealId ?? null,
      version: notice.version ?? null,
    });
  }
}

/** Grants also begin and end without a notice to their person: on their day, or with the rights of who gave them. */
async function areGrantsStale({ member, hasSameRights }: Subscriber): Promise<boolean> {
  return member.scope !== 'all' && !(await hasSameRights());
}
