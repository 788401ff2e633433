import type { ImapAccount, ImapFolder } from '@handover/contract/conversations/imap-accounts.ts';
import { z } from 'zod';
import { addMinutes } from '#lib/clock.ts';
import type { AccountRow } from './imap-accounts.queries.ts';
import { describeMissingFolders } from './account-state.ts';
import type { FolderRow } from './sync.queries.ts';
import type { SkippedMessage } from './skipped-messages.queries.ts';

/** Longer than any attempt; a test still running after this was interrupted. */
const testMinutes = 3;

const foundFolders = z.array(
  z.object({ path: z.string(), name: z.string(), role: z.enum(['inbox', 'sent', 'other']) }),
);
type FoundFolders = z.infer<typeof foundFolders>;

/** The folders found by the last connection test. */
export function getFoundFolders({ found_folders: found }: Pick<AccountRow, 'found_folders'>): FoundFolders {
  return foundFolders.parse(found);
}

/** `chosen` holds the selected folders. */
export function presentAccount(
  row: AccountRow,
  { chosen, setAside, now }: { chosen: readonly FolderRow[]; setAside: SkippedMessage; now: Date },
): ImapAccount {
  const { status, error } = getCurrentStatus(row, now);
  return {
    address: row.address,
    host: row.host,
    port: row.port,
    security: row.security,
    username: row.username,
    status,
    statusSince: row.status_since.toISOString(),
    activity: getActivity(row, now),
    folders: presentFolders(
      row,
      chosen.map(({ path }) => path),
    ),
    syncSince: row.takes_since?.toISOString() ?? null,
    lastSyncedAt: row.last_synced_at?.toISOString() ?? null,
    importedCount: row.taken_count,
    setAside: presentSkippedMessage(setAside),
    error: error ?? (status === 'active' ? getMissingFolders(chosen) : null),
    nextAttemptAt: getActivity(row, now) === 'waiting' ? (row.due_at?.toISOString() ?? null) : null,
    isShared: row.owner_id === null,
    version: row.version,
  };
}

function presentSkippedMessage({ count, messages }: SkippedMessage): ImapAccount['setAside'] {
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

/** Reports an interrupted test as failed. */
function getCurrentStatus(row: AccountRow, now: Date): Pick<ImapAccount, 'status' | 'error'> {
  const ends = addMinutes(row.status_since, testMinutes);
  if (row.status === 'testing' && ends <= now)
    return {
      status: 'failed',
      error: { text: 'The test was interrupted. Start it again.', since: ends.toISOString() },
    };
  const { status, error: text, error_since: since } = row;
  return { status, error: text === null || since === null ? null : { text, since: since.toISOString() } };
}

/** The other folders are read, so it is no failure of the account. */
function getMissingFolders(chosen: readonly FolderRow[]): ImapAccount['error'] {
  const missing = chosen.flatMap(({ path, missing_since: since }) =>
    since === null ? [] : [{ path, since }],
  );
  const [first] = missing.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  if (first === undefined) return null;
  const text = describeMissingFolders(missing.map(({ path }) => path));
  return { text, since: first.since.toISOString() };
}

/** Sync activity counts only while a process holds the lease. */
function getActivity(row: AccountRow, now: Date): ImapAccount['activity'] {
  if (row.status !== 'active') return 'none';
  if (row.held_until === null || row.held_until <= now) return 'waiting';
  return row.syncing_since === null ? 'watching' : 'syncing';
}

function presentFolders(row: AccountRow, chosen: readonly string[]): ImapFolder[] {
  const found = getFoundFolders(row);
  const isNew = chosen.length === 0;
  return found.map((folder) => ({
    ...folder,
    isChosen: isNew ? folder.role !== 'other' : chosen.includes(folder.path),
  }));
}
