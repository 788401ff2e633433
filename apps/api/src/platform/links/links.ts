import type { Role } from '@handover/contract/auth/roles.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { OneTimeLinksTable } from '#db/schema/foundation.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { newId, hashSecret, newSecret } from '#lib/ids.ts';
import type { Work } from '#platform/work.ts';

type LinkKind = OneTimeLinksTable['kind'];

export type NewLink = {
  readonly kind: LinkKind;
  readonly lifetimeMinutes: number;
  readonly email?: string;
  readonly userId?: string;
  readonly workspaceId?: string;
  readonly role?: Exclude<Role, 'SUPERADMIN'>;
  readonly customerId?: string;
  readonly agreementId?: string;
  readonly approvalId?: string;
  readonly createdBy?: string;
  readonly isEmailed?: boolean;
  /** The link's payload, encrypted. */
  readonly payload?: string;
};

export type OneTimeLink = { readonly id: string; readonly secret: string; readonly expiresAt: Date };

/** Creates a one-time link with a 256-bit secret, stored as a hash. */
export async function createLink(work: Work, link: NewLink): Promise<OneTimeLink> {
  const secret = newSecret();
  const id = newId();
  const expiresAt = addMinutes(work.now, link.lifetimeMinutes);
  await work.db
    .insertInto('one_time_links')
    .values({
      id,
      kind: link.kind,
      token_hash: hashSecret(secret),
      email: link.email ?? null,
      user_id: link.userId ?? null,
      workspace_id: link.workspaceId ?? null,
      role: link.role ?? null,
      customer_id: link.customerId ?? null,
      agreement_id: link.agreementId ?? null,
      approval_id: link.approvalId ?? null,
      created_by: link.createdBy ?? null,
      is_emailed: link.isEmailed ?? false,
      payload: link.payload ?? null,
      created_at: work.now,
      expires_at: expiresAt,
      consumed_at: null,
    })
    .execute();
  return { id, secret, expiresAt };
}

/** The secret is in the URL fragment, which servers and logs never see. */
export function createLinkUrl(publicUrl: string, path: string, secret: string): string {
  return `${publicUrl}${path}#${secret}`;
}

export type LinkRow = Selectable<OneTimeLinksTable>;

/** Finds an open link of one of the kinds without consuming it. Throws LINK_INVALID. */
export async function readLink(
  db: Db,
  { kind, secret, now }: { kind: LinkKind | readonly LinkKind[]; secret: string; now: Date },
): Promise<LinkRow> {
  const row = await db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashSecret(secret))
    .where('kind', 'in', [kind].flat())
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined)
    throw new AppError('LINK_INVALID', 'This link has expired or was already used. Ask for a new one.');
  return row;
}

/**
 * Consumes an open link of one of the kinds, and deletes its payload from the database; of two concurrent calls one
 * succeeds. Throws LINK_INVALID.
 */
export async function consumeLink(
  work: Work,
  { kind, secret }: { kind: LinkKind | readonly LinkKind[]; secret: string },
): Promise<LinkRow> {
  const row = await work.db
    .updateTable('one_time_links')
    .set({ consumed_at: work.now })
    .where('token_hash', '=', hashSecret(secret))
    .where('kind', 'in', [kind].flat())
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', work.now)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined)
    throw new AppError('LINK_INVALID', 'This link has expired or was already used. Ask for a new one.');
  if (row.payload !== null)
    await work.db.updateTable('one_time_links').set({ payload: null }).where('id', '=', row.id).execute();
  return row;
}

type LinkSelection = {
  readonly kind: LinkKind | readonly LinkKind[];
  readonly userId?: string;
  readonly customerId?: string | null;
  readonly customerIds?: readonly string[];
  /** In lower case. */
  readonly emailKey?: string;
  readonly workspaceId?: string;
  readonly roles?: readonly NonNullable<NewLink['role']>[];
  readonly createdBy?: string;
};

/** Expires open links of one or more kinds for a user, customers, an address, or everyone. */
export async function expireLinks(work: Work, links: LinkSelection): Promise<void> {
  await updateLinks(work.db, links).set({ consumed_at: work.now }).where('consumed_at', 'is', null).execute();
}

/** Opens links again that `expireLinks` expired at an instant. */
export async function reopenLinks(
  work: Work,
  { voidedAt, ...links }: LinkSelection & { readonly voidedAt: Date },
): Promise<void> {
  await updateLinks(work.db, links)
    .set({ consumed_at: null })
    .where('consumed_at', '=', voidedAt)
    .where('expires_at', '>', work.now)
    .execute();
}

function updateLinks(
  db: Db,
  { kind, userId, customerId, customerIds, emailKey, workspaceId, roles, createdBy }: LinkSelection,
) {
  let statement = db.updateTable('one_time_links').where('kind', 'in', [kind].flat());
  if (userId !== undefined) statement = statement.where('user_id', '=', userId);
  if (customerId !== undefined)
    statement = statement.where('customer_id', 'is not distinct from', customerId);
  if (customerIds !== undefined)
    statement = statement.where(sql<boolean>`customer_id = ANY(${customerIds}::uuid[])`);
  if (emailKey !== undefined) statement = statement.where(sql`lower(email)`, '=', emailKey);
  if (workspaceId !== undefined) statement = statement.where('workspace_id', '=', workspaceId);
  if (roles !== undefined) statement = statement.where('role', 'in', roles);
  if (createdBy !== undefined) statement = statement.where('created_by', '=', createdBy);
  return statement;
}
