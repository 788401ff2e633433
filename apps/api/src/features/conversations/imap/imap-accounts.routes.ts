import * as contract from '@handover/contract/conversations/imap-accounts.ts';
import type { Routes } from '#platform/http/routes.ts';
import { connectAccount } from './connect-account.ts';
import type { ImapParts } from './imap-connection.ts';
import * as service from './imap-accounts.service.ts';

export function imapAccountRoutes(routes: Routes, parts: ImapParts): void {
  routes.add(contract.getImapAccount, async ({ actor, params, work }) => ({
    imapAccount: await service.findImapAccount(work, actor, params.of),
  }));

  routes.add(contract.connectImapAccount, async ({ actor, params: { of }, body, work }) => {
    await connectAccount(work, actor, { of, input: body, parts });
    return { imapAccount: await service.getImapAccount(work, actor, of) };
  });

  routes.add(contract.startImapAccount, async ({ actor, params: { of }, body, work }) => {
    await service.startAccount(work, actor, { of, input: body });
    return { imapAccount: await service.getImapAccount(work, actor, of) };
  });

  routes.add(contract.changeImapAccount, async ({ actor, params: { of }, body, work }) => {
    await service.changeAccount(work, actor, { of, input: body });
    return { imapAccount: await service.getImapAccount(work, actor, of) };
  });

  routes.add(contract.pauseImapAccount, async ({ actor, params: { of }, work }) => {
    await service.pauseAccount(work, actor, of);
    return { imapAccount: await service.getImapAccount(work, actor, of) };
  });

  routes.add(contract.resumeImapAccount, async ({ actor, params: { of }, work }) => {
    await service.resumeAccount(work, actor, of);
    return { imapAccount: await service.getImapAccount(work, actor, of) };
  });

  routes.add(contract.syncImapAccount, async ({ actor, params: { of }, work }) => {
    await service.syncAccount(work, actor, of);
    return { imapAccount: await service.getImapAccount(work, actor, of) };
  });

  routes.add(contract.retrySetAsideMail, async ({ actor, params: { of }, work }) => {
    await service.retrySkippedMessages(work, actor, of);
    return { imapAccount: await service.getImapAccount(work, actor, of) };
  });

  routes.add(contract.forgetSetAsideMail, async ({ actor, params: { of }, body, work }) => {
    await service.removeSkippedMessage(work, actor, { of, input: body });
    return { imapAccount: await service.getImapAccount(work, actor, of) };
  });

  routes.add(contract.disconnectImapAccount, async ({ actor, params: { of }, work }) => {
    await service.disconnectAccount(work, actor, of);
  });
}
