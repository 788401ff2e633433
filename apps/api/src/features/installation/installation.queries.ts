import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export function readInstallation(db: Db) {
  return db
    .selectFrom('installation')
    .select([
      'name',
      'tagline',
      'logo_key',
      'support_email',
      'support_phone',
      sql<boolean>`EXISTS (SELECT FROM users WHERE is_superadmin AND status = 'active')`.as('has_superadmin'),
    ])
    .executeTakeFirstOrThrow();
}

export function readInstallationSettings(db: Db) {
  return db
    .selectFrom('installation')
    .select([
      'name',
      'tagline',
      'logo_key',
      'support_email',
      'support_phone',
      'leads_workspace_id',
      'plan_limits',
      'version',
    ])
    .executeTakeFirstOrThrow();
}

export type InstallationChange = {
  name?: string;
  tagline?: string;
  support_email?: string | null;
  support_phone?: string | null;
  leads_workspace_id?: string | null;
  /** As JSON. */
  plan_limits?: string;
};

/** Returns false for a stale version. */
export async function updateInstallation(
  db: Db,
  { version, change }: { version: number; change: InstallationChange },
): Promise<boolean> {
  const row = await db
    .updateTable('installation')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('version', '=', version)
    .returning('is_only')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces or removes the logo; returns the previous key. */
export async function setLogoKey(db: Db, key: string | null): Promise<string | null> {
  const before = await db.selectFrom('installation').select('logo_key').forUpdate().executeTakeFirstOrThrow();
  await db.updateTable('installation').set({ logo_key: key }).execute();
  return before.logo_key;
}

/** Active workspaces only. */
export function listWorkspaceNames(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute();
}
