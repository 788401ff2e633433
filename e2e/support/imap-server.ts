import { createRawMail } from '../../apps/api/test/mail/mail-fixture.ts';
import { startImapServer, type ImapServer } from '../../apps/api/test/mail/imap-server.ts';
import type { Locator } from '@playwright/test';

export type Mailbox = ImapServer & {
  /** Adds an email to the inbox, as if it had just arrived. */
  receive(mail: { readonly from: string; readonly subject: string }): void;
};

/** The password of the mailbox for the user `office`. */
export const mailboxPassword = 'secret';

/** A mailbox on an IMAP server on loopback; port 0 means any free port. */
export async function startMailbox(port = 0): Promise<Mailbox> {
  const server = await startImapServer({ port });
  const receive: Mailbox['receive'] = ({ from, subject }) => {
    const mail = { From: from, To: 'office@crm.test', Subject: subject };
    server.deliver('INBOX', createRawMail(mail, `About ${subject}`));
  };
  return Object.assign(server, { receive });
}

/** Fills in the address of a mailbox and tests it. */
export async function testConnection(
  panel: Locator,
  { port, password = mailboxPassword }: { port: number; password?: string },
): Promise<void> {
  await panel.getByLabel('Host').fill('127.0.0.1');
  await panel.getByLabel('Port').fill(String(port));
  await panel.getByLabel('Encryption').selectOption('none');
  await panel.getByLabel('Username').fill('office');
  await panel.getByLabel('Password').fill(password);
  await panel.getByRole('button', { name: 'Test connection' }).click();
}
