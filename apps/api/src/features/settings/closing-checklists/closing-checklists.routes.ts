import * as contract from '@handover/contract/deals/closing-checklists.ts';
import type { Routes } from '#platform/http/routes.ts';
import { listClosingChecklists } from '../settings.public.ts';
import { changeChecklist, resetChecklist } from './closing-checklists.service.ts';

export function closingChecklistRoutes(routes: Routes): void {
  routes.add(contract.listClosingChecklists, async ({ actor, work }) => ({
    closingChecklists: await listClosingChecklists(work.db, actor.workspaceId),
  }));
  routes.add(contract.updateClosingChecklist, async ({ actor, params, body, work }) => ({
    closingChecklist: await changeChecklist(work, actor, { ...params, ...body }),
  }));
  routes.add(contract.resetClosingChecklist, async ({ actor, params, body, work }) => ({
    closingChecklist: await resetChecklist(work, actor, { ...params, ...body }),
  }));
}
