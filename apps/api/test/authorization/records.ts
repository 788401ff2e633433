import { newId } from '../../src/lib/ids.ts';
import type { Caller } from '../caller.ts';
import type { TestApi } from '../harness.ts';
import type { World } from './requests.ts';

/** Stands in every record, so that a leak is found in any answer. */
export const marker = 'Zebrafish Marker';

/** One record of each kind in a workspace, all written by `admin` and carrying the marker. */
export async function makeRecords(
  api: TestApi,
  {
    admin,
    workspaceId,
    customerId,
  }: {
    admin: Caller;
    workspaceId: string;
    customerId: string;
  },
): Promise<World> {
  const note = await admin.post(`/users/${customerId}/notes`, { body: `${marker} said so` });
  const task = await admin.post(`/users/${customerId}/tasks`, { title: `Ask ${marker}` });
  const mail = {
    subject: `To ${marker}`,
    text: 'Text',
    html: '<p>Text</p>',
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const email = await admin.post(`/users/${customerId}/send-email`, mail);
  const sent = await admin.post(`/users/${customerId}/send-email`, mail);
  await api.db
    .updateTable('messages')
    .set({ status: 'sent' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sent.body.email.id)
    .execute();
  const file = await admin.upload('/files?name=zebra.txt', marker);
  const run = await admin.upload('/imports?name=zebra.csv', `Name,Email\n${marker},z@example.com\n`);
  const invitation = await admin.post('/invitations', {
    email: `invited-${newId()}@people.test`,
    role: 'STAFF',
  });
  const notificationId = newId();
  await api.db
    .insertInto('notifications')
    .values({
      workspace_id: workspaceId,
      id: notificationId,
      user_id: admin.userId,
      type: 'announcement',
      title: marker,
      created_at: new Date(),
    })
    .execute();
  const { id: adminSessionId } = await api.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  const { version } = await api.db
    .selectFrom('customers')
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return {
    customerId,
    customerVersion: version,
    noteId: note.body.note.id,
    taskId: task.body.task.id,
    emailId: email.body.email.id,
    sentEmailId: sent.body.email.id,
    fileId: file.body.file.id,
    importId: run.body.import.id,
    invitationId: invitation.body.invitation.id,
    notificationId,
    adminSessionId,
  };
}
