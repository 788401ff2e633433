import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { notify } from '#platform/notifications.ts';
import { deleteOldNotifications } from './old-notifications.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('deletes notifications that were read more than a year ago, and no others', async () => {
  const workspaceId = await api.makeWorkspace();
  const staff = await api.signIn({ role: 'STAFF', workspaceId });
  const { runner } = api.booted.platform;
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  for (const [title, readAt] of [
    ['Old', daysAgo(366)],
    ['Recent', daysAgo(364)],
    ['Unread', null],
  ] as const) {
    await runner.transact((work) =>
      notify(work, {
        workspaceId,
        userIds: [staff.userId],
        type: 'announcement',
        title,
        customerId: null,
        email: 'none',
      }),
    );
    await api.db
      .updateTable('notifications')
      .set({ created_at: daysAgo(400), read_at: readAt })
      .where('workspace_id', '=', workspaceId)
      .where('title', '=', title)
      .execute();
  }
  await deleteOldNotifications(runner);
  const { notifications } = (await staff.get('/notifications')).body;
  expect(notifications.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Recent', 'Unread']);
});
