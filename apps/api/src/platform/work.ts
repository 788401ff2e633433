import type { LiveNoun } from '@handover/contract/http/events.ts';
import type { Db } from '#db/client.ts';
import type { Clock } from '#lib/clock.ts';

/** A change to announce to other browsers after the commit. */
export type Notice = {
  readonly workspaceId: string | null;
  readonly noun: LiveNoun;
  readonly id: string;
  readonly customerId?: string | null;
  readonly businessId?: string | null;
  readonly dealId?: string | null;
  readonly version?: number | null;
  /** Only for this user. */
  readonly userId?: string;
  /** Whether the customer's own login may receive it. */
  readonly isForClient?: boolean;
};

export type JobOptions = {
  readonly startAfter?: Date;
  readonly singletonKey?: string;
  /** Jobs with a higher one are done first; 0 if not given. */
  readonly priority?: number;
};

export type EnqueuedJob = {
  readonly queue: string;
  readonly data: Record<string, unknown>;
  readonly options: JobOptions;
};

/** Context of one operation. In a write, `db` is its transaction. */
export type Work = {
  readonly db: Db;
  readonly now: Date;
  publish(notice: Notice): void;
  /** Queues a background job in the same transaction. */
  enqueue(queue: string, data: Record<string, unknown>, options?: JobOptions): Promise<void>;
  /** Adds details to this write's audit entry. */
  audit(detail: Record<string, unknown>): void;
};

export type WorkRunner = {
  readonly db: Db;
  readonly clock: Clock;
  /** Work outside a transaction, for reads. */
  read(): Work;
  /** Runs `act` in one transaction and sends notices after the commit. */
  transact<T>(act: (work: Work) => Promise<T>): Promise<T>;
};

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  send(notices: readonly Notice[]): void;
  enqueue(db: Db, job: EnqueuedJob): Promise<void>;
};

/** Creates the runner through which all endpoints and jobs write. */
export function createWorkRunner({ db, clock, send, enqueue }: Parts): WorkRunner {
  const workOn = (handle: Db, notices: Notice[]): Work => ({
    db: handle,
    now: clock.now(),
    publish: (notice) => void notices.push(notice),
    enqueue: (queue, data, options = {}) => enqueue(handle, { queue, data, options }),
    audit: () => undefined,
  });
  return {
    db,
    clock,
    read: () => workOn(db, []),
    transact: async (act) => {
      const notices: Notice[] = [];
      const result = await db.transaction().execute((tx) => act(workOn(tx, notices)));
      if (notices.length > 0) send(notices);
      return result;
    },
  };
}

/**
 * A notice for the whole list, without a record, for those who may no longer read a record, such as its former broker.
 */
export function publishList(
  { publish }: Pick<Work, 'publish'>,
  { workspaceId }: { readonly workspaceId: string },
  noun: LiveNoun,
): void {
  publish({ workspaceId, noun, id: workspaceId });
}
