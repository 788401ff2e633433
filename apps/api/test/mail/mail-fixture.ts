import { newId } from '#lib/ids.ts';
import type { Caller } from '../caller.ts';
import type { TestApi } from '../harness.ts';

export type MailFixture = {
  readonly workspaceId: string;
  readonly customerId: string;
  /** The customer's own address. */
  readonly address: string;
  readonly staff: Caller;
  readonly admin: Caller;
  /** The endpoint for the workspace's incoming mail, below `/api`. */
  readonly inboundPath: string;
};

/** A workspace with a customer, a staff member, an administrator, and an address for incoming mail. */
export async function createMailFixture(
  api: TestApi,
  options: Parameters<TestApi['makeWorkspace']>[0] = {},
): Promise<MailFixture> {
  const workspaceId = await api.makeWorkspace(options);
  const address = `ann-${newId().slice(-8)}@clients.test`;
  const customerId = await api.makeCustomer(workspaceId, { name: 'Ann Abbott', email: address });
  const staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam Staff' });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const answer = await admin.post('/mailboxes/inbound-token');
  return {
    workspaceId,
    customerId,
    address,
    staff,
    admin,
    inboundPath: new URL(answer.body.inbound.url).pathname.replace('/api', ''),
  };
}

/** A raw message with these header lines. */
export function createRawMail(headers: Readonly<Record<string, string>>, body = 'Hello'): string {
  const lines = Object.entries({
    Date: 'Fri, 20 Nov 2026 10:00:00 +0000',
    'Message-ID': `<${newId()}@clients.test>`,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}\r\n`;
}
