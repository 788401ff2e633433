import type { Db } from '#db/client.ts';
import { isActiveWorkspace } from '#platform/installation/archived.queries.ts';

/** Since when the workspace has a secret address for inquiries; null without one. */
export async function findWebhookSince(db: Db, workspaceId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('inquiry_webhooks')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Replaces any previous address. */
export async function replaceWebhook(
  db: Db,
  { workspaceId, tokenHash, now }: { workspaceId: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto('inquiry_webhooks')
    .values({ workspace_id: workspaceId, token_hash: tokenHash, created_at: now })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ token_hash: tokenHash, created_at: now }),
    )
    .execute();
}

export async function deleteWebhook(db: Db, workspaceId: string): Promise<void> {
  await db.deleteFrom('inquiry_webhooks').where('workspace_id', '=', workspaceId).execute();
}

/** The workspace with this token in its address; null for an unknown one, and for an archived workspace. */
export async function findWorkspaceByWebhook(db: Db, tokenHash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('inquiry_webhooks')
    .select('workspace_id')
    .where('token_hash', '=', tokenHash)
    .where(isActiveWorkspace('inquiry_webhooks.workspace_id'))
    .executeTakeFirst();
  return row?.workspace_id ?? null;
}
