import type { ImapAccount, ImapFolder } from '@handover/contract/imap-accounts.ts';
import { z } from 'zod';
import { addMinutes } from '#lib/clock.ts';
import type { AccountRow } from './imap-accounts.queries.ts';
import type { SetAside } from './sync/set-aside.queries.ts';

/** Longer than any attempt takes; what still runs then was cut short. */
export const testMinutes = 3;

const foundFolders = z.array(
  z.object({ path: z.string(), name: z.string(), role: z.enum(['inbox', 'sent', 'other']) }),
);
export type FoundFolders = z.infer<typeof foundFolders>;

/** The folders that the server listed at the last test. */
export function foundFoldersOf({ found_folders: found }: Pick<AccountRow, 'found_folders'>): FoundFolders {
  return foundFolders.parse(found);
}

/** An account as the contract shows it; `chosen` are the paths of its folders. */
export function presentAccount(
  row: AccountRow,
  { chosen, setAside, now }: { chosen: readonly string[]; setAside: SetAside; now: Date },
): ImapAccount {
  const { status, error } = settled(row, now);
  return {
    address: row.address,
    host: row.host,
    port: row.port,
    security: row.security,
    username: row.username,
    status,
    statusSince: row.status_since.toISOString(),
    activity: activityOf(row, now),
    folders: presentFolders(row, chosen),
    claimsSince: row.takes_since?.toISOString() ?? null,
    lastSyncedAt: row.last_synced_at?.toISOString() ?? null,
    takenCount: row.taken_count,
    setAside: presentSetAside(setAside),
    error,
    nextAttemptAt: activityOf(row, now) === 'waiting' ? (row.due_at?.toISOString() ?? null) : null,
    isShared: row.owner_id === null,
    version: row.version,
  };
}

function presentSetAside({ count, messages }: SetAside): ImapAccount['setAside'] {
  return {
    count,
    messages: messages.map((message) => ({
      folder: message.path,
      uid: message.uid,
      uidValidity: message.uid_validity,
      from: message.from_address,
      subject: message.subject,
      receivedAt: message.received_at.toISOString(),
      reason: message.reason,
      nextTryAt: message.try_at?.toISOString() ?? null,
    })),
  };
}

/** A test that should have ended long ago has failed. */
function settled(row: AccountRow, now: Date): Pick<ImapAccount, 'status' | 'error'> {
  const ends = addMinutes(row.status_since, testMinutes);
  if (row.status === 'testing' && ends <= now)
    return {
      status: 'failed',
      error: { text: 'The test was cut short. Start it again.', since: ends.toISOString() },
    };
  const { status, error: text, error_since: since } = row;
  return { status, error: text === null || since === null ? null : { text, since: since.toISOString() } };
}

/** What is said to go on does so only while somebody holds the turn. */
function activityOf(row: AccountRow, now: Date): ImapAccount['activity'] {
  if (row.status !== 'active') return 'none';
  if (row.held_until === null || row.held_until <= now) return 'waiting';
  return row.syncing_since === null ? 'watching' : 'syncing';
}

function presentFolders(row: AccountRow, chosen: readonly string[]): ImapFolder[] {
  const found = foundFoldersOf(row);
  const isNew = chosen.length === 0;
  return found.map((folder) => ({
    ...folder,
    isChosen: isNew ? folder.role !== 'other' : chosen.includes(folder.path),
  }));
}
