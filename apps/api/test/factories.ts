import { fold } from '@handover/domain/text/fold.ts';
import { areas, type Area, type Role } from '@handover/contract/auth/roles.ts';
import { newId, hashSecret, newSecret } from '#lib/ids.ts';
import { emailKey, phoneKey } from '#lib/text.ts';
import { recordActivity } from '#platform/activities.ts';
import type { Platform } from '#platform/platform.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import { createWorkspace } from '#workflows/create-workspace/create-workspace.routes.ts';
import type { Identity } from './caller.ts';

export type WorkspaceParts = {
  readonly name?: string;
  readonly staffAccess?: readonly Area[];
  readonly recordScope?: 'all' | 'own';
  readonly timeZone?: string;
  readonly isSample?: boolean;
};

export async function makeWorkspace(
  { runner }: Platform,
  {
    name,
    staffAccess = areas,
    recordScope = 'all',
    timeZone = 'America/New_York',
    isSample = false,
  }: WorkspaceParts,
): Promise<string> {
  return runner.transact(async (work) => {
    const id = await createWorkspace(work, {
      name: name ?? `Workspace ${newId().slice(-6)}`,
      plan: 'Pro',
      isSample,
      mailAddress: `office-${newId().slice(-8)}@crm.test`,
      timeZone,
      postalAddress: '1 Main St\nBoston, MA 02110',
    });
    await work.db
      .updateTable('workspaces')
      .set({ staff_access: [...staffAccess], record_scope: recordScope })
      .where('id', '=', id)
      .execute();
    return id;
  });
}

export type MemberParts = {
  readonly role?: Role | null;
  readonly workspaceId?: string;
  readonly displayName?: string;
  readonly email?: string;
  readonly passwordHash?: string;
  /** The customer record whose login this is. */
  readonly customerId?: string;
  /** A login of the sample data. */
  readonly isSample?: boolean;
};

/** A user with a membership and a live session. */
export async function makeMember(
  { runner }: Platform,
  {
    role = null,
    workspaceId,
    displayName = 'Robin Test',
    email,
    passwordHash,
    customerId,
    isSample = false,
  }: MemberParts,
): Promise<Identity> {
  const userId = newId();
  const token = newSecret();
  const address = email ?? `user-${userId.slice(-12)}@people.test`;
  await runner.transact(async ({ db, now }) => {
    await db
      .insertInto('users')
      .values({
        id: userId,
        email: address,
        email_key: emailKey(address),
        display_name: displayName,
        password_hash: passwordHash ?? null,
        is_superadmin: role === 'SUPERADMIN',
        is_sample: isSample,
        created_at: now,
        updated_at: now,
      })
      .execute();
    if (workspaceId !== undefined && role !== null && role !== 'SUPERADMIN')
      await db
        .insertInto('memberships')
        .values({ workspace_id: workspaceId, user_id: userId, role, created_at: now })
        .execute();
    if (workspaceId !== undefined && customerId !== undefined)
      await db
        .updateTable('customers')
        .set({ user_id: userId })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', customerId)
        .execute();
    await db
      .insertInto('sessions')
      .values({
        id: newId(),
        user_id: userId,
        token_hash: hashSecret(token),
        user_agent: 'test',
        ip_address: '127.0.0.1',
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      .execute();
  });
  return { token, userId, workspaceId: workspaceId ?? null };
}

export type CustomerParts = {
  readonly name?: string;
  readonly email?: string | null;
  readonly phone?: string;
  readonly company?: string;
  readonly npi?: string;
  readonly brokerId?: string;
  readonly accountType?: 'Individual' | 'Corporate';
};

/** A customer as if a user had created it. */
export async function makeCustomer(
  { runner }: Platform,
  workspaceId: string,
  { name = 'Dana Customer', email, phone, company, npi, brokerId, accountType = 'Individual' }: CustomerParts,
): Promise<string> {
  const id = newId();
  const address = email === undefined ? `customer-${id.slice(-12)}@clients.test` : email;
  await runner.transact(async (work) => {
    await work.db
      .insertInto('customers')
      .values({
        workspace_id: workspaceId,
        id,
        name,
        name_sort: fold(name),
        email: address,
        email_key: address === null ? null : emailKey(address),
        phone: phone ?? null,
        phone_key: phone === undefined ? null : phoneKey(phone),
        company: company ?? null,
        company_sort: fold(company ?? ''),
        npi: npi ?? null,
        account_type: accountType,
        joining_date: '2026-01-15',
        broker_id: brokerId ?? null,
        created_at: work.now,
        updated_at: work.now,
      })
      .execute();
    await recordActivity(work, {
      workspaceId,
      customerId: id,
      type: 'customer.created',
      subject: { kind: 'customer', id },
      actorId: null,
    });
    await indexForSearch(work.db, {
      workspaceId,
      kind: 'customer',
      recordId: id,
      parts: [name, address, phone, phone === undefined ? null : phoneKey(phone), company, npi],
    });
  });
  return id;
}

/** A plan of the installation's catalog, unless one with the name exists. */
export async function makePlan({ runner }: Platform, name: string): Promise<void> {
  await runner.transact(async ({ db, now }) => {
    await db
      .insertInto('client_plans')
      .values({
        id: newId(),
        name,
        price_cents: 29_000,
        currency: 'USD',
        price_interval: 'month',
        is_public: true,
        position: 0,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
