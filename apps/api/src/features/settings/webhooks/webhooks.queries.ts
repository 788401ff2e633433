import type { Db } from '#db/client.ts';
import { updateVersion } from '#db/statements/update-version.ts';

type Key = { readonly workspaceId: string; readonly id: string };

const webhookColumns = [
  'id',
  'url',
  'description',
  'events',
  'sealed_secret',
  'sealed_old_secret',
  'old_secret_until',
  'is_enabled',
  'disabled_reason',
  'failing_since',
  'created_at',
  'version',
] as const;

export function listWebhookRows(db: Db, workspaceId: string) {
  return db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(200)
    .execute();
}

export async function findWebhook(db: Db, { workspaceId, id }: Key) {
  const row = await db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the webhook, so that deliveries update its health one after another. */
export async function lockWebhook(db: Db, { workspaceId, id }: Key) {
  const row = await db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export type WebhookRow = Awaited<ReturnType<typeof listWebhookRows>>[number];

export async function insertWebhook(
  db: Db,
  webhook: Key & {
    url: string;
    description: string | null;
    events: readonly string[];
    sealedSecret: string;
    createdBy: string;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({
      workspace_id: webhook.workspaceId,
      id: webhook.id,
      url: webhook.url,
      description: webhook.description,
      events: [...webhook.events],
      sealed_secret: webhook.sealedSecret,
      created_by: webhook.createdBy,
      created_at: webhook.now,
    })
    .execute();
}

export type WebhookChange = {
  url?: string;
  description?: string | null;
  events?: string[];
  is_enabled?: boolean;
  disabled_reason?: string | null;
  failing_since?: Date | null;
};

/** Returns false if the version is stale. */
export function updateWebhookRow(
  db: Db,
  { workspaceId, id, version, change }: Key & { version: number; change: WebhookChange },
): Promise<boolean> {
  return updateVersion(db, 'webhooks', { workspaceId, id, version, change });
}

/** Keeps the current secret as the previous one until `until`. */
export async function replaceSecret(
  db: Db,
  {
    workspaceId,
    id,
    sealedSecret,
    sealedOld,
    until,
  }: Key & { sealedSecret: string; sealedOld: string; until: Date },
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set((eb) => ({
      sealed_secret: sealedSecret,
      sealed_old_secret: sealedOld,
      old_secret_until: until,
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Updates the health of a webhook; does not change its version. */
export async function setHealth(
  db: Db,
  {
    workspaceId,
    id,
    failingSince,
    disabledReason,
  }: Key & { failingSince: Date | null; disabledReason: string | null },
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({
      failing_since: failingSince,
      ...(disabledReason !== null && { is_enabled: false, disabled_reason: disabledReason }),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a webhook and its log; false if it does not exist. */
export async function deleteWebhookRow(db: Db, { workspaceId, id }: Key): Promise<boolean> {
  const row = await db
    .deleteFrom('webhooks')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
