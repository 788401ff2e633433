import type { FirstSteps } from '@handover/contract/dashboard.ts';
import { findWorkspaceMail, type MailParts } from '#platform/mail/workspace-mail.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { getFirstStepsRow } from './figures.queries.ts';

/** What a new workspace has done so far. Mail needs a server of its own or the installation's. */
export async function firstStepsOf({ db }: Work, actor: Member, parts: MailParts): Promise<FirstSteps> {
  const found = await getFirstStepsRow(db, actor);
  const mail = await findWorkspaceMail(db, { workspaceId: actor.workspaceId, parts });
  return {
    isEmpty: !found.has_customers && !found.has_businesses,
    hasCustomers: found.has_customers,
    isSample: found.is_sample,
    hasImported: found.has_imported,
    hasInvited: found.has_invited,
    hasMailServer: mail.transport.kind === 'smtp' && mail.canLeave,
  };
}
