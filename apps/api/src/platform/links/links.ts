import type { Role } from '@handover/contract/roles.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { OneTimeLinksTable } from '#db/schema/foundation.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { hashSecret, newSecret } from '#lib/secrets.ts';
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
  readonly createdBy?: string;
};

export type OneTimeLink = { readonly id: string; readonly secret: string; readonly expiresAt: Date };

/** Makes a one-time link: 256 bits, stored hashed; the secret is known only to its receiver. */
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
      created_by: link.createdBy ?? null,
      created_at: work.now,
      expires_at: expiresAt,
      consumed_at: null,
    })
    .execute();
  return { id, secret, expiresAt };
}

/** The address a person opens. The secret stands in the fragment, which no server or log sees. */
export function linkAddress(publicUrl: string, path: string, secret: string): string {
  return `${publicUrl}${path}#${secret}`;
}

export type LinkRow = Selectable<OneTimeLinksTable>;

/** An open link of a kind, without consuming it. Throws LINK_INVALID. */
export async function readLink(
  db: Db,
  { kind, secret, now }: { kind: LinkKind; secret: string; now: Date },
): Promise<LinkRow> {
  const row = await db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashSecret(secret))
    .where('kind', '=', kind)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined)
    throw new AppError('LINK_INVALID', 'This link has expired or was used already. Ask for a new one.');
  return row;
}

/** Consumes an open link of a kind, or of one of several: of two that try at once, one succeeds. Throws LINK_INVALID for the other. */
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
    throw new AppError('LINK_INVALID', 'This link has expired or was used already. Ask for a new one.');
  return row;
}

/** Ends open links of a kind for a user, a customer, or altogether. */
export async function voidLinks(
  work: Work,
  { kind, userId, customerId }: { kind: LinkKind; userId?: string; customerId?: string },
): Promise<void> {
  let statement = work.db
    .updateTable('one_time_links')
    .set({ consumed_at: work.now })
    .where('kind', '=', kind)
    .where('consumed_at', 'is', null);
  if (userId !== undefined) statement = statement.where('user_id', '=', userId);
  if (customerId !== undefined) statement = statement.where('customer_id', '=', customerId);
  await statement.execute();
}
