import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { startApi } from '#test/harness.ts';
import { createMailFixture } from '#test/mail/mail-fixture.ts';
import { startMailServer } from '#test/mail/mail-server.ts';

it('takes up the mail of a killed worker within 30 seconds, and never sends it twice', async () => {
  const mailServer = await startMailServer();
  const api = await startApi({ env: { SMTP_URL: mailServer.url } });
  try {
    await api.startJobs();
    const { staff, customerId, workspaceId } = await createMailFixture(api);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const ids = { queued: '', sending: '' };
    for (const status of ['queued', 'sending'] as const) {
      const { body } = await staff.post(`/users/${customerId}/send-email`, {
        subject: status,
        text: 'Hello',
        scheduledAt,
      });
      ids[status] = body.email.id;
      await api.db
        .updateTable('messages')
        .set({ status, scheduled_at: null, sending_since: status === 'sending' ? new Date() : null })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', ids[status])
        .execute();
    }
    // Claimed by a worker that no longer runs.
    await sql`UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now(), start_after = now()
      WHERE name = 'mail.deliver' AND data->>'messageId' IN (${ids.queued}, ${ids.sending})`.execute(api.db);
    const statusOf = (emails: { id: string; status: string }[], id: string) =>
      emails.find((email) => email.id === id)?.status;
    await vi.waitFor(
      async () => {
        const { emails } = (await staff.get(`/users/${customerId}/emails`)).body;
        expect([statusOf(emails, ids.queued), statusOf(emails, ids.sending)]).toEqual(['sent', 'uncertain']);
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(mailServer.received.map(({ raw }) => /^Subject: (\w+)/m.exec(raw)?.[1])).toEqual(['queued']);
  } finally {
    await api.close();
    await mailServer.close();
  }
}, 60_000);
