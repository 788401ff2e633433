import { startMailboxSync } from '#features/conversations/imap/mailbox-sync.ts';
import { expect } from 'vitest';
import type { Caller } from '../caller.ts';
import type { TestApi } from '../harness.ts';
import type { ImapServer } from './imap-server.ts';

export type AccountOwner = 'workspace' | 'me';

/** The form input for the test server. */
export const createServerInput = (server: ImapServer, change: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port: server.port,
  security: 'none',
  username: 'office',
  password: 'secret',
  ...change,
});

export const getAccount = async (caller: Caller, of: AccountOwner = 'workspace') =>
  (await caller.get(`/imap-accounts/${of}`)).body.imapAccount;

/** Saves the server settings, and waits for the result of their connection test. */
export async function connect(
  caller: Caller,
  {
    server,
    of = 'workspace',
    change = {},
  }: { server: ImapServer; of?: AccountOwner; change?: Record<string, unknown> },
) {
  const answer = await caller.put(`/imap-accounts/${of}`, createServerInput(server, change));
  expect(answer.status).toBe(202);
  // The first connection loads the library.
  await expect
    .poll(async () => (await getAccount(caller, of)).status, { timeout: 30_000 })
    .not.toBe('testing');
  return getAccount(caller, of);
}

/** Connects a mailbox and starts syncing it. */
export async function startReading(
  caller: Caller,
  {
    server,
    of = 'workspace',
    since = '30-days',
    folders = ['INBOX', 'Sent'],
  }: { server: ImapServer; of?: AccountOwner; since?: 'now' | '30-days'; folders?: string[] },
): Promise<void> {
  const { version } = await connect(caller, { server, of });
  expect((await caller.post(`/imap-accounts/${of}/start`, { version, folders, since })).status).toBe(200);
}

/** The messages in a workspace, in order. */
export const listMessages = ({ db }: TestApi, workspaceId: string) =>
  db
    .selectFrom('messages')
    .select([
      'subject',
      'direction',
      'status',
      'status_detail',
      'is_triage',
      'author_id',
      'thread_id',
      'created_at',
    ])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const listSubjectsIn = async (api: TestApi, workspaceId: string) =>
  (await listMessages(api, workspaceId)).map(({ subject }) => subject);

/** Reads mailboxes with short waits, except that listening lasts a minute. The caller stops it. */
export function startFrequentSync(api: TestApi, options: Partial<Parameters<typeof startMailboxSync>[1]>) {
  return startMailboxSync(api.booted.background, {
    everyMs: 50,
    leaseMs: 1_000,
    pollMs: 60_000,
    ...options,
  });
}
