import * as contract from '@handover/contract/records/files.ts';
import { AppError, notFound } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { issueTicket, redeemTicket, type TicketAction } from '#platform/tickets.ts';
import { requireOpenable } from '#platform/files/files.ts';
import { sendFile } from '#platform/files/download.ts';
import { type FileReader, getReadableFile } from './files.public.ts';
import { uploadAttachment } from './files.service.ts';
import { isOpenTo } from '#platform/session/access.ts';

type Hooks = {
  /** Handlers of ticket kinds, by action. */
  readonly actions: Readonly<Record<string, TicketAction>>;
  readonly readers: readonly FileReader[];
};

/** Attachment uploads, and the endpoint that redeems tickets. */
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
    requireOpenable(file);
    return {
      ticket: await issueTicket(work, actor, { action: downloadAction, subject: { fileId: file.id } }),
    };
  });

  routes.add(contract.redeemTicket, async ({ params, work, request, reply }) => {
    const { member, action, subject } = await redeemTicket(work, params.ticket);
    const answer = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (answer === undefined)
      throw new AppError('LINK_INVALID', 'This link has expired. Open the file again from its page.');
    await answer({ member, subject, work, request, reply });
  });
}

const downloadAction = 'file.download';

/** File tickets. Access is checked at each request, including range requests. */
export function fileTicketActions(
  { storage }: Pick<Platform, 'storage'>,
  { readers }: { readers: readonly FileReader[] },
): Record<string, TicketAction> {
  return {
    [downloadAction]: async (use) => {
      const { member, subject, work } = use;
      if (typeof subject['fileId'] !== 'string' || !isOpenTo(member, 'users')) throw notFound('file');
      const file = await getReadableFile(work.db, member, { fileId: subject['fileId'], readers });
      await sendFile(use, storage, { file, action: 'downloadFile' });
    },
  };
}
