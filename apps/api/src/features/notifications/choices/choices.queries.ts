import type { DigestChoice, KindChoice } from '@handover/contract/notification-choices.ts';
import type { Db } from '#db/client.ts';

type Mine = { readonly workspaceId: string; readonly userId: string };

/** The settings of a member's digest; null before the first one is planned. */
export async function findDigestSettings(db: Db, { workspaceId, userId }: Mine) {
  const row = await db
    .selectFrom('notification_digests')
    .select(['hour', 'weekdays', 'with_tasks', 'version', 'last_on'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export type PlannedDigest = DigestChoice & {
  readonly timeZone: string;
  readonly on: string;
  readonly at: Date;
};

/** Stores over the version that was seen, 0 for none; false when that was not the current one. */
export async function storeDigest(
  db: Db,
  { workspaceId, userId }: Mine,
  { digest, version }: { digest: PlannedDigest; version: number },
): Promise<boolean> {
  const columns = {
    hour: digest.hour,
    weekdays: [...digest.weekdays],
    with_tasks: digest.withTasks,
    time_zone: digest.timeZone,
    due_on: digest.on,
    fires_at: digest.at,
  };
  const updated = await db
    .updateTable('notification_digests')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('user_id')
    .executeTakeFirst();
  if (updated !== undefined || version !== 0) return updated !== undefined;
  const inserted = await db
    .insertInto('notification_digests')
    .values({ workspace_id: workspaceId, user_id: userId, ...columns, version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Stores how a member hears of some kinds. */
export async function storeKinds(
  db: Db,
  { workspaceId, userId }: Mine,
  kinds: readonly KindChoice[],
): Promise<void> {
  if (kinds.length === 0) return;
  await db
    .insertInto('notification_choices')
    .values(
      kinds.map(({ type, inApp, email }) => ({
        workspace_id: workspaceId,
        user_id: userId,
        type,
        is_in_app: inApp,
        email,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id', 'type'])
        .doUpdateSet((eb) => ({ is_in_app: eb.ref('excluded.is_in_app'), email: eb.ref('excluded.email') })),
    )
    .execute();
}

/** Whether the user belongs to the workspace; a SUPERADMIN need not. */
export async function isMember(db: Db, { workspaceId, userId }: Mine): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}
