import type { ImapConnection } from '#adapters/imap/imap.ts';
import type { Platform } from '#platform/platform.ts';
import type { MailboxRow } from '../../mailboxes.queries.ts';
import type { AccountRow } from '../imap-accounts.queries.ts';
import type { FolderRow } from './folders.queries.ts';

export type SyncParts = Pick<Platform, 'config' | 'keyring' | 'logger' | 'runner' | 'storage'>;

/** One connection to one account, by whoever holds its turn. */
export type SyncContext = {
  readonly parts: SyncParts;
  readonly account: AccountRow;
  readonly mailbox: MailboxRow;
  /** Whose own mailbox it is: of those, only mail of customers is taken in. */
  readonly keeperId: string | null;
  readonly claimsSince: Date;
  readonly startedAt: Date;
  readonly holderId: string;
  readonly connection: ImapConnection;
  /** Fires when the connection is hung up on purpose. */
  readonly stopped: AbortSignal;
  /** Heads are read one by one, after a connection that broke. */
  readonly isCareful: boolean;
  /** Lets few messages be in memory at once, over all accounts. */
  readonly gate: Gate;
};

/** A folder as it is open now. */
export type OpenFolder = Pick<FolderRow, 'path' | 'role'> & {
  readonly uidValidity: number;
  /** Mail from before was there already when it was first looked at; null for mail that came after that. */
  readonly claimsSince: Date | null;
};

/** How far the clock of a mail server may be behind ours. */
export const clockSlackMs = 5 * 60_000;

/** Somebody else holds the turn, or nobody may: what was read must not be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export type Gate = <T>(act: () => Promise<T>) => Promise<T>;

/** Runs at most `limit` acts at once; the others wait in turn. */
export function createGate(limit: number): Gate {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (act) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
