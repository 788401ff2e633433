import {
  passwordMinLength,
  type createFirstAdmin as firstAdmin,
  type InvitePreview,
  type Profile,
} from '@handover/contract/auth/auth.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { sql } from 'kysely';
import { AppError, invalidField } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { addSuperadminsToWorkspace, hasSuperadmin, setBrand } from '#platform/installation/installation.ts';
import { endStaffInvitations } from '#platform/links/invitations.ts';
import { consumeLink, readLink, expireLinks, type LinkRow } from '#platform/links/links.ts';
import type { MailParts } from '#platform/mail/workspace-mail.ts';
import type { Platform } from '#platform/platform.ts';
import { claimGrants } from '#platform/session/grants.queries.ts';
import type { Work } from '#platform/work.ts';
import {
  attachLoginToCustomer,
  findUserByEmail,
  findWorkspaceName,
  getUser,
  insertMembership,
  insertUser,
  setNameAndPassword,
  type UserRow,
} from './auth.queries.ts';
import { listBrokerageNames } from './profile.queries.ts';
import { proveAddress } from './password.service.ts';
import { hashPassword } from '#lib/password-hash.ts';
import { rejectWeakPassword } from './passwords.ts';
import { buildProfile } from './profile.ts';
import type { Device } from './trusted-devices.ts';
import { openSession, verifyCredentials } from './sign-in.service.ts';

type SignedIn = { token: string; user: Profile };

/** Returns the details of an invitation without using it. An emailed one takes over a login without a proven address, so no password is required. Throws LINK_INVALID. */
export async function previewInvite(work: Work, token: string): Promise<InvitePreview> {
  const link = await readLink(work.db, { kind: 'invite', secret: token, now: work.now });
  if (link.email === null || link.workspace_id === null || link.role === null) throw linkUnusableError();
  const workspaceName = await findWorkspaceName(work.db, link.workspace_id);
  if (workspaceName === null) throw linkUnusableError();
  const user = await findUserByEmail(work.db, link.email);
  const hasLogin = user !== null && !isTakenOver(user, link);
  return { email: link.email, workspaceName, role: link.role, hasLogin };
}

/**
 * Accepts an invitation: creates a login, takes over one by proving its address, or verifies the existing one,
 * adds the membership, and signs in to that workspace. Throws LINK_INVALID, PASSWORD_WEAK, what `verifyCredentials` throws, INVALID_INPUT
 * naming the missing field, RULE_BROKEN for a person whose access to the workspace was ended.
 */
export async function acceptInvite(
  platform: MailParts & Pick<Platform, 'runner' | 'limits'>,
  {
    token,
    displayName,
    password,
    code,
    device,
  }: {
    token: string;
    displayName: string | undefined;
    password: string | undefined;
    code: string | undefined;
    device: Device;
  },
): Promise<SignedIn> {
  if (password === undefined) throw invalidField('password', 'Required');
  const preview = await previewInvite(platform.runner.read(), token);
  const existing = preview.hasLogin
    ? await verifyCredentials(platform, { email: preview.email, password, code }, device)
    : null;
  return platform.runner.transact(async (work) => {
    const link = await consumeLink(work, { kind: 'invite', secret: token });
    if (link.email === null || link.workspace_id === null || link.role === null) throw linkUnusableError();
    const userId =
      existing?.id ??
      (await openLogin(work, platform, { link, email: link.email, displayName, password, device }));
    await join(work, { workspaceId: link.workspace_id, userId, role: link.role });
    if (link.role !== 'CLIENT')
      await endStaffInvitations(work, { workspaceId: link.workspace_id, email: link.email });
    await claimGrants(work.db, { workspaceId: link.workspace_id, email: link.email, userId });
    if (link.customer_id !== null)
      await openToCustomer(work, {
        workspaceId: link.workspace_id,
        customerId: link.customer_id,
        userId,
        email: link.email,
      });
    const detail = { role: link.role, invitationId: link.id };
    await audit(work, { action: 'acceptInvite', userId, workspaceId: link.workspace_id, device, detail });
    const user = existing ?? (await getUser(work.db, userId));
    return signIn(work, platform, { user, device, workspaceId: link.workspace_id });
  });
}

/** Names the brokerage and creates the first SUPERADMIN, who administers the first workspace, with the link that the server printed. A lock admits one of two concurrent requests. Throws LINK_INVALID if a SUPERADMIN exists, PASSWORD_WEAK. */
export async function createFirstAdmin(
  work: Work,
  platform: MailParts,
  { token, brokerage, email, displayName, password, device }: BodyOf<typeof firstAdmin> & { device: Device },
): Promise<SignedIn> {
  await sql`SELECT pg_advisory_xact_lock(4711, 3)`.execute(work.db);
  await consumeLink(work, { kind: 'first_admin', secret: token });
  if (await hasSuperadmin(work.db)) throw linkUnusableError();
  await setBrand(work.db, brokerage);
  const own = { email, displayName, brokerageNames: await listBrokerageNames(work.db, {}) };
  await rejectWeakPassword(password, { own, path: 'password' });
  if ((await findUserByEmail(work.db, email)) !== null)
    throw invalidField('email', 'This address already has a login.');
  const userId = newId();
  await insertUser(work.db, {
    id: userId,
    email,
    displayName,
    passwordHash: await hashPassword(password),
    isSuperadmin: true,
    isAddressProven: false,
    now: work.now,
  });
  await addSuperadminsToWorkspace(work.db, work.now);
  await expireLinks(work, { kind: 'first_admin' });
  await audit(work, { action: 'createFirstAdmin', userId, workspaceId: null, device });
  return signIn(work, platform, { user: await getUser(work.db, userId), device, workspaceId: null });
}

/**
 * Adds the membership, or makes a client a member of staff. Throws RULE_BROKEN or ACCOUNT_BANNED for a person whose
 * access was ended.
 */
async function join(
  work: Work,
  { workspaceId, userId, role }: { workspaceId: string; userId: string; role: NonNullable<LinkRow['role']> },
): Promise<void> {
  const status = await insertMembership(work.db, { workspaceId, userId, role, now: work.now });
  if (status !== 'active')
    throw new AppError(
      status === 'banned' ? 'ACCOUNT_BANNED' : 'RULE_BROKEN',
      'Your access to this workspace was ended. Ask an administrator to restore it, then use this link again.',
    );
  work.publish({ workspaceId, noun: 'workspace', id: userId });
  work.publish({ workspaceId: null, noun: 'session', id: userId, userId });
}

/** Throws CONFLICT if the customer already has a login or another address, is banned, or deleted. */
async function openToCustomer(
  work: Work,
  login: { workspaceId: string; customerId: string; userId: string; email: string },
): Promise<void> {
  if (!(await attachLoginToCustomer(work.db, login)))
    throw new AppError('CONFLICT', 'This invitation is no longer valid. Ask your broker for a new one.');
  const { workspaceId, customerId } = login;
  work.publish({ workspaceId, noun: 'customer', id: customerId, customerId });
}

type NewLogin = {
  readonly link: LinkRow;
  readonly email: string;
  readonly displayName: string | undefined;
  readonly password: string;
  readonly device: Device;
};

/** Creates the login of an invitation, or uses the existing login with the address that the invitation verifies. */
async function openLogin(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { link, email, displayName, password, device }: NewLogin,
): Promise<string> {
  if (displayName === undefined) throw invalidField('displayName', 'Required');
  if (password.length < passwordMinLength)
    throw invalidField('password', `Use at least ${String(passwordMinLength)} characters`);
  const names = link.workspace_id === null ? {} : { workspaceId: link.workspace_id };
  const own = { email, displayName, brokerageNames: await listBrokerageNames(work.db, names) };
  await rejectWeakPassword(password, { own, path: 'password' });
  const passwordHash = await hashPassword(password);
  const { now } = work;
  const user = await findUserByEmail(work.db, email);
  if (user === null) {
    const id = newId();
    const parts = { isSuperadmin: false, isAddressProven: link.is_emailed, now };
    await insertUser(work.db, { id, email, displayName, passwordHash, ...parts });
    return id;
  }
  // Of two concurrent invitations, the second finds the login of the first and asks for its password.
  if (!isTakenOver(user, link)) throw new AppError('INVALID_CREDENTIALS', 'Incorrect email or password.');
  await proveAddress(work, platform, { userId: user.id, email, device });
  await setNameAndPassword(work.db, { userId: user.id, displayName, passwordHash, now });
  return user.id;
}

/** Whoever reads the mailbox owns the login, whatever was set up before. */
function isTakenOver(user: UserRow, link: LinkRow): boolean {
  return link.is_emailed && user.email_verified_at === null;
}

async function signIn(
  work: Work,
  platform: MailParts,
  by: { user: UserRow; device: Device; workspaceId: string | null },
): Promise<SignedIn> {
  const { token, actor } = await openSession(work, platform, by);
  return { token, user: await buildProfile(work, actor, platform) };
}

async function audit(
  work: Work,
  {
    action,
    userId,
    workspaceId,
    device,
    detail = {},
  }: {
    action: string;
    userId: string;
    workspaceId: string | null;
    device: Device;
    detail?: Record<string, unknown>;
  },
): Promise<void> {
  await recordAudit(work.db, {
    workspaceId,
    actorId: userId,
    action,
    subjectId: userId,
    detail,
    ipAddress: device.ipAddress,
    requestId: device.requestId,
    now: work.now,
  });
}

function linkUnusableError(): AppError {
  return new AppError('LINK_INVALID', 'This link has expired or was already used. Ask for a new one.');
}
