import type { LiveNotice } from '@handover/contract/events.ts';
import type { Db } from '#db/client.ts';
import type { Logger } from '#lib/logger.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Notice } from '#platform/work.ts';
import { createRecentNotices, type RecentNotices } from './recent-notices.ts';
import { visibleBusinessIds, visibleCustomerIds } from './visibility.queries.ts';

export type Subscriber = {
  readonly member: Member;
  /** For how long it has read without hearing what changed meanwhile; that is told, or to read anew. */
  readonly offlineMs?: number | undefined;
  deliver(event: 'notice' | 'resync', data: LiveNotice | null): void;
  end(): void;
};

export type LiveHub = {
  /** Adds a stream; the returned function removes it. */
  subscribe(subscriber: Subscriber): () => void;
  dispatch(notices: readonly Notice[]): void;
  resync(): void;
  endAll(): void;
};

/** The streams open on this server. Each hears only of records that its member may read. */
export function createLiveHub({
  db,
  logger,
  recent = createRecentNotices(),
}: {
  db: Db;
  logger: Logger;
  recent?: RecentNotices;
}): LiveHub {
  const subscribers = new Set<Subscriber>();
  const tell = (subscriber: Subscriber, notices: readonly Notice[]): void => {
    deliver({ db, subscriber, notices }).catch((error: unknown) =>
      logger.warn({ err: error }, 'live notice not delivered'),
    );
  };
  return {
    subscribe: (subscriber) => {
      subscribers.add(subscriber);
      const missed = subscriber.offlineMs === undefined ? [] : recent.within(subscriber.offlineMs);
      if (missed === null) subscriber.deliver('resync', null);
      // Whether a session lives was asked a moment ago, and an old one's end is not the new one's.
      else
        tell(
          subscriber,
          missed.filter(({ noun }) => noun !== 'session'),
        );
      return () => void subscribers.delete(subscriber);
    },
    dispatch: (notices) => {
      recent.add(notices);
      for (const subscriber of subscribers) tell(subscriber, notices);
    },
    resync: () => {
      recent.restart();
      for (const subscriber of subscribers) subscriber.deliver('resync', null);
    },
    endAll: () => {
      for (const subscriber of subscribers) subscriber.end();
    },
  };
}

async function deliver({
  db,
  subscriber,
  notices,
}: {
  db: Db;
  subscriber: Subscriber;
  notices: readonly Notice[];
}): Promise<void> {
  const { member } = subscriber;
  if (
    notices.some(
      (notice) =>
        notice.noun === 'session' &&
        notice.userId === member.userId &&
        (notice.id === member.sessionId || notice.id === member.userId),
    )
  ) {
    subscriber.end();
    return;
  }
  const candidates = notices.filter((notice) => isForMember(notice, member));
  const isVisible = await visibilityOf(db, { member, notices: candidates });
  for (const notice of candidates) {
    if (!isVisible(notice)) continue;
    subscriber.deliver('notice', {
      noun: notice.noun,
      id: notice.id,
      customerId: notice.customerId ?? null,
      businessId: notice.businessId ?? null,
      version: notice.version ?? null,
    });
  }
}

/** Everything that is attached to records is visible to whoever may read one of them. */
async function visibilityOf(
  db: Db,
  { member, notices }: { member: Member; notices: readonly Notice[] },
): Promise<(notice: Notice) => boolean> {
  if (member.scope === 'all') return () => true;
  // What is attached to a business is for staff only.
  const businessOf = ({ noun, id, businessId }: Notice): string | null =>
    noun === 'business' ? id : member.scope === 'client' ? null : (businessId ?? null);
  const businessIds = notices.flatMap((notice) => businessOf(notice) ?? []);
  const customerIds = notices
    .filter(({ noun }) => noun !== 'business')
    .flatMap(({ customerId }) => customerId ?? []);
  const businesses = await visibleBusinessIds(db, member, businessIds);
  const customers = await visibleCustomerIds(db, member, customerIds);
  return (notice) => {
    const businessId = businessOf(notice);
    if (businessId !== null && businesses.has(businessId)) return true;
    if (notice.noun === 'business') return false;
    if (notice.customerId != null) return customers.has(notice.customerId);
    return notice.businessId == null;
  };
}

function isForMember(notice: Notice, member: Member): boolean {
  if (notice.noun === 'clientPlan') return true;
  if (notice.noun === 'session') return false;
  // What belongs to no workspace is told to somebody, wherever they are.
  if (notice.workspaceId === null) return notice.userId === member.userId;
  if (notice.workspaceId !== member.workspaceId) return false;
  if (notice.userId !== undefined) return notice.userId === member.userId;
  if (member.scope === 'client') return notice.noun === 'workspace' || notice.isForClient === true;
  return true;
}
