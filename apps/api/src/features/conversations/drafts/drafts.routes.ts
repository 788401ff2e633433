import * as contract from '@handover/contract/email-drafts.ts';
import type { Routes } from '#platform/http/routes.ts';
import { discardDraft, getDraft, listDrafts, saveDraft } from './drafts.service.ts';
import { getSignature, updateSignature } from './signature.service.ts';

/** E-mails that are being written, and what stands below them. */
export function draftRoutes(routes: Routes): void {
  routes.add(contract.listEmailDrafts, async ({ actor, params, work }) => ({
    drafts: await listDrafts(work, actor, params.id),
  }));
  routes.add(contract.getEmailDraft, async ({ actor, params, query, work }) => ({
    draft: await getDraft(work, actor, { customerId: params.id, ...query }),
  }));
  routes.add(contract.saveEmailDraft, async ({ actor, params, query, body, work }) => ({
    draft: await saveDraft(work, actor, { customerId: params.id, ...query, ...body }),
  }));
  routes.add(contract.discardEmailDraft, async ({ actor, params, query, work }) => ({
    draft: await discardDraft(work, actor, { customerId: params.id, ...query }),
  }));
  routes.add(contract.getSignature, async ({ actor, work }) => ({
    signature: await getSignature(work, actor.userId),
  }));
  routes.add(contract.updateSignature, async ({ actor, body, work }) => ({
    signature: await updateSignature(work, actor.userId, body),
  }));
}
