import type { MailAccount, UpdateMailAccount } from '@handover/contract/conversations/mail-account.ts';
import { isLoopback } from '#adapters/mail/smtp.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, invalidField, staleVersion } from '#lib/errors.ts';
import {
  findWorkspaceMail,
  type MailParts,
  sealMailPassword,
  getSender,
} from '#platform/mail/workspace-mail.ts';
import { findOutgoingRules } from '#platform/outgoing/outgoing-rules.queries.ts';
import { OutgoingBlockedError, resolveOutgoing } from '#platform/outgoing/resolve.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  findAccount,
  getOwnAddress,
  setTest,
  updateAccount,
  type AccountChange,
  type AccountRow,
} from './mail-account.queries.ts';
import { testQueue } from './mail-test.job.ts';

/** Longer than any attempt takes; a test that is still running by then was interrupted. */
const testMinutes = 3;

type ServerInput = NonNullable<UpdateMailAccount['server']>;

/** The shared mailbox in its API shape. Throws RULE_BROKEN in a workspace without one. */
export async function getMailAccount(
  work: Work,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  parts: MailParts,
): Promise<MailAccount> {
  const row = await load(work, workspaceId);
  const { transport, isOwn, canLeave } = await findWorkspaceMail(work.db, { workspaceId, parts });
  const isDelivered = canLeave && transport.kind === 'smtp';
  return present(row, {
    delivery: isDelivered ? (isOwn ? 'own' : 'installation') : 'none',
    sentAs: getSender(row, parts.config.mailFrom).address,
    now: work.now,
  });
}

/**
 * Changes sender or server. Throws STALE_VERSION, and INVALID_INPUT for a blocked server, for a password that would be
 * sent without encryption, and if a changed server needs its password again.
 */
export async function changeMailAccount(
  work: Work,
  actor: Member,
  { input, parts }: { input: UpdateMailAccount; parts: MailParts },
): Promise<void> {
  const { workspaceId } = actor;
  const before = await load(work, workspaceId);
  const { version, name, address, server } = input;
  const change: AccountChange = {
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(server === undefined ? {} : await toServerChange(work, { workspaceId, before, server, parts })),
  };
  if (!(await updateAccount(work.db, { workspaceId, mailboxId: before.id, version, change })))
    throw staleVersion(await getMailAccount(work, actor, parts));
  const { password: _secret, ...publicServer } = server ?? {};
  work.audit({
    changed: Object.keys(input).filter((key) => key !== 'version'),
    ...(server && { server: publicServer }),
  });
  work.publish({ workspaceId, noun: 'workspace', id: before.id });
}

/** Queues a test mail to the actor's own address. Throws RULE_BROKEN while another test mail is being sent. */
export async function startMailTest(work: Work, { workspaceId, userId }: Member): Promise<void> {
  const row = await load(work, workspaceId, { isLocking: true });
  if (isRunning(row, work.now)) throw new AppError('RULE_BROKEN', 'A test email is already being sent.');
  const { id: mailboxId } = row;
  const to = await getOwnAddress(work.db, userId);
  await setTest(work.db, { workspaceId, mailboxId, status: 'running', detail: null, to, now: work.now });
  await work.enqueue(testQueue, { workspaceId });
  work.publish({ workspaceId, noun: 'workspace', id: mailboxId });
}

async function load(work: Work, workspaceId: string, options?: { isLocking: boolean }): Promise<AccountRow> {
  const row = await findAccount(work.db, workspaceId, options);
  if (row === null) throw new AppError('RULE_BROKEN', 'This workspace has no mailbox.');
  return row;
}

async function toServerChange(
  work: Work,
  {
    workspaceId,
    before,
    server,
    parts,
  }: { workspaceId: string; before: AccountRow; server: ServerInput | null; parts: MailParts },
): Promise<AccountChange> {
  if (server === null)
    return {
      smtp_host: null,
      smtp_port: null,
      smtp_security: null,
      smtp_username: null,
      smtp_sealed_password: null,
    };
  const { host, port, security, username, password } = server;
  await assertReachable(work, parts, { workspaceId, host, port });
  if (username !== null && security === 'none' && !isLoopback(host))
    throw invalidField('server.security', 'A password needs an encrypted connection.');
  const place = { smtp_host: host, smtp_port: port, smtp_security: security, smtp_username: username };
  if (username === null) return { ...place, smtp_sealed_password: null };
  if (password === undefined) {
    assertSameServer(before, server);
    return place;
  }
  const mailbox = { workspaceId, mailboxId: before.id };
  return { ...place, smtp_sealed_password: sealMailPassword(parts.keyring, password, mailbox) };
}

/** A stored password is sent only to the server and user it was given for. */
function assertSameServer(before: AccountRow, { host, port, security, username }: ServerInput): void {
  const isSame =
    before.smtp_host === host &&
    before.smtp_port === port &&
    before.smtp_security === security &&
    before.smtp_username === username;
  if (!isSame) throw invalidField('server.password', 'Enter the password for this server and user name.');
}

/** Reports immediately what would make every delivery fail. A name that does not resolve may resolve later. */
async function assertReachable(
  work: Work,
  { config }: MailParts,
  { workspaceId, host, port }: { workspaceId: string; host: string; port: number },
): Promise<void> {
  try {
    await resolveOutgoing({ host, port }, await findOutgoingRules(work.db, { workspaceId, config }));
  } catch (error) {
    if (error instanceof OutgoingBlockedError) throw invalidField('server.host', error.message);
  }
}

function present(
  row: AccountRow,
  { delivery, sentAs, now }: Pick<MailAccount, 'delivery' | 'sentAs'> & { now: Date },
): MailAccount {
  const { smtp_host: host, smtp_port: port, smtp_security: security, smtp_username: username } = row;
  return {
    name: row.name,
    address: row.address,
    sentAs,
    server: host === null || port === null || security === null ? null : { host, port, security, username },
    delivery,
    lastTest: presentTest(row, now),
    inboundSince: row.inbound_since?.toISOString() ?? null,
    version: row.version,
  };
}

function presentTest(row: AccountRow, now: Date): MailAccount['lastTest'] {
  const { test_status: status, test_to: to, tested_at: time, test_detail: detail } = row;
  if (status === null || to === null || time === null) return null;
  const test = { to, time: time.toISOString() };
  if (status === 'running' && !isRunning(row, now))
    return { ...test, status: 'failed', detail: 'The test was interrupted. Start it again.' };
  return { ...test, status, detail };
}

function isRunning({ test_status: status, tested_at: at }: AccountRow, now: Date): boolean {
  return status === 'running' && at !== null && addMinutes(at, testMinutes) > now;
}
