import {
  kindsFor,
  defaultChannels,
  type KindChoice,
  type Ways,
} from '@handover/contract/notification-choices.ts';
import type { NotificationType } from '@handover/contract/notifications.ts';
import type { Db } from '#db/client.ts';
import { listChoices, listChosenChannels } from './channels.queries.ts';

/** How each of the users who are at work in the workspace hears of a kind; the others hear of nothing. */
export async function findChannels(
  db: Db,
  { type, ...among }: { workspaceId: string; userIds: readonly string[]; type: NotificationType },
): Promise<(Ways & { readonly userId: string })[]> {
  const rows = await listChosenChannels(db, { ...among, type });
  return rows.map((row) => ({
    userId: row.user_id,
    inApp: row.is_in_app ?? defaultChannels[type].inApp,
    email: row.email ?? defaultChannels[type].email,
  }));
}

/** Every kind that a role is told of, as the member chose it. */
export async function choicesOf(
  db: Db,
  { role, ...key }: { workspaceId: string; userId: string; role: string },
): Promise<KindChoice[]> {
  const chosen = new Map((await listChoices(db, key)).map((row) => [row.type, row]));
  return kindsFor(role).map((type) => {
    const row = chosen.get(type);
    return row === undefined
      ? { type, ...defaultChannels[type] }
      : { type, inApp: row.is_in_app, email: row.email };
  });
}
