import { z } from 'zod';
import { ImapError, type FoundFolder } from '#adapters/imap/imap.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { findAccount, updateAccount, type AccountKey, type AccountRow } from './imap-accounts.queries.ts';
import { tell } from './imap-accounts.service.ts';
import { openAccount, type ImapParts } from './imap-server.ts';
import { releaseLease } from './sync/turns.queries.ts';
import { imapTestQueue } from './test-queue.ts';

type Parts = ImapParts & Pick<Platform, 'runner'>;
type Outcome = { readonly folders: FoundFolder[] } | { readonly error: string };

const jobData = z.object({ workspaceId: z.uuid(), mailboxId: z.uuid() });

/** Tests of IMAP servers: one attempt each, whose outcome stands in the account. */
export function imapJobs(parts: Parts): JobDefinition[] {
  return [
    {
      queue: imapTestQueue,
      retryLimit: 0,
      concurrency: 2,
      handler: (data) => test(parts, jobData.parse(data)),
    },
  ];
}

async function test(parts: Parts, key: AccountKey): Promise<void> {
  const { runner } = parts;
  const account = await findAccount(runner.db, key);
  if (account?.status !== 'testing') return;
  const outcome = await attempt(parts, account);
  await runner.transact(async (work) => {
    const { now } = work;
    // One that has been started goes on by itself, as after a new password.
    const to = 'error' in outcome ? 'failed' : account.started_at === null ? 'ready' : 'active';
    const change =
      'error' in outcome
        ? { error: outcome.error, error_since: now }
        : { found_folders: JSON.stringify(outcome.folders) };
    const moved = { ...change, status: to, status_since: now } as const;
    // Somebody may have named another server meanwhile: that one has a test of its own.
    if (!(await updateAccount(work.db, { ...key, seen: account, change: moved }))) return;
    if (to === 'active') await releaseLease(work.db, { ...key, now });
    tell(work, account);
  });
}

async function attempt(parts: Parts, account: AccountRow): Promise<Outcome> {
  try {
    const connection = await openAccount(parts.runner, account, parts);
    try {
      const folders = await connection.listFolders();
      return folders.length === 0 ? { error: 'The mail server lists no folders.' } : { folders };
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof ImapError) return { error: error.message };
    throw error;
  }
}
