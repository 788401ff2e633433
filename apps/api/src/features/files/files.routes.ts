import * as contract from '@handover/contract/files.ts';
import { AppError } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { issueTicket, redeemTicket, type TicketAction } from '#platform/tickets.ts';
import { getReadableFile, uploadAttachment, type FileReader } from './files.service.ts';
import { downloadAction } from './files.tickets.ts';

type Hooks = {
  /** What each kind of ticket answers with, by its action. */
  readonly actions: Readonly<Record<string, TicketAction>>;
  readonly readers: readonly FileReader[];
};

/** Uploads to attach, and the one address at which tickets are redeemed. */
export function fileRoutes(
  routes: Routes,
  { storage }: Pick<Platform, 'storage'>,
  { actions, readers }: Hooks,
): void {
  routes.add(contract.uploadFile, async ({ actor, query, request, writeOnce }) => ({
    file: await uploadAttachment(actor, { request, name: query.name, storage, writeOnce }),
  }));

  routes.add(contract.openFile, async ({ actor, params, work }) => {
    const file = await getReadableFile(work.db, actor, { fileId: params.id, readers });
    return {
      ticket: await issueTicket(work, actor, { action: downloadAction, subject: { fileId: file.id } }),
    };
  });

  routes.add(contract.redeemTicket, async ({ params, work, request, reply }) => {
    const { member, action, subject } = await redeemTicket(work, params.ticket);
    const answer = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (answer === undefined)
      throw new AppError('LINK_INVALID', 'This link is no longer served. Open it again from the page.');
    await answer({ member, subject, work, request, reply });
  });
}
