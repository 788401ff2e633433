import { newId } from '../../lib/ids.ts';
import type { Work } from '../../platform/work.ts';

/** Makes the shared mailbox that a workspace writes from unless told otherwise; returns its id. */
export async function createDefaultMailbox(
  work: Work,
  { workspaceId, address, name }: { workspaceId: string; address: string; name: string },
): Promise<string> {
  const id = newId();
  await work.db
    .insertInto('mailboxes')
    .values({
      workspace_id: workspaceId,
      id,
      address,
      name,
      owner_id: null,
      is_default: true,
      created_at: work.now,
    })
    .execute();
  return id;
}
