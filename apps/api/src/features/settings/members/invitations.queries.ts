import type { Db } from '#db/client.ts';

/** Ends an invitation that nobody has accepted, expired or not; returns whom it was for, or null. */
export async function withdrawInvitation(
  db: Db,
  { workspaceId, invitationId, now }: { workspaceId: string; invitationId: string; now: Date },
) {
  const row = await db
    .updateTable('one_time_links')
    .set({ consumed_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', invitationId)
    .where('kind', '=', 'invite')
    .where('consumed_at', 'is', null)
    .returning(['email', 'role', 'customer_id'])
    .executeTakeFirst();
  return row ?? null;
}
