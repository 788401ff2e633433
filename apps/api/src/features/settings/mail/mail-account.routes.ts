import * as contract from '@handover/contract/conversations/mail-account.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { MailParts } from '#platform/mail/workspace-mail.ts';
import { changeMailAccount, getMailAccount, startMailTest } from './mail-account.service.ts';

/** The shared mailbox: sender, mail server, test. */
export function mailAccountRoutes(routes: Routes, parts: MailParts): void {
  routes.add(contract.getMailAccount, async ({ actor, work }) => ({
    mailAccount: await getMailAccount(work, actor, parts),
  }));

  routes.add(contract.updateMailAccount, async ({ actor, body, work }) => {
    await changeMailAccount(work, actor, { input: body, parts });
    return { mailAccount: await getMailAccount(work, actor, parts) };
  });

  routes.add(contract.testMailAccount, async ({ actor, work }) => {
    await startMailTest(work, actor);
    return { mailAccount: await getMailAccount(work, actor, parts) };
  });
}
