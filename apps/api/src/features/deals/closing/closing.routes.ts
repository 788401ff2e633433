import * as closing from '@handover/contract/deals/deal-closing.ts';
import * as requests from '@handover/contract/deals/diligence-requests.ts';
import type { Routes } from '#platform/http/routes.ts';
import { getClosing, updateClosing, type DatesHook } from './closing.service.ts';
import {
  answerRequest,
  closeRequest,
  createRequest,
  listRequests,
  returnRequest,
  updateRequest,
} from './requests.service.ts';

/** `onDates` is called with the post-closing dates that changed. */
export function closingRoutes(routes: Routes, { onDates }: { readonly onDates: DatesHook }): void {
  routes.add(requests.listDiligenceRequests, ({ actor, params, work }) =>
    listRequests(work, actor, params.id),
  );
  routes.add(requests.createDiligenceRequest, async ({ actor, params, body, work }) => ({
    request: await createRequest(work, actor, { dealId: params.id, input: body }),
  }));
  routes.add(requests.updateDiligenceRequest, async ({ actor, params, body, work }) => ({
    request: await updateRequest(work, actor, { requestId: params.id, input: body }),
  }));
  routes.add(requests.answerDiligenceRequest, async ({ actor, params, body, work }) => ({
    request: await answerRequest(work, actor, { requestId: params.id, input: body }),
  }));
  routes.add(requests.returnDiligenceRequest, async ({ actor, params, body, work }) => ({
    request: await returnRequest(work, actor, { requestId: params.id, input: body }),
  }));
  routes.add(requests.closeDiligenceRequest, async ({ actor, params, body, work }) => ({
    request: await closeRequest(work, actor, { requestId: params.id, input: body }),
  }));
  routes.add(closing.getDealClosing, async ({ actor, params, work }) => ({
    closing: await getClosing(work, actor, params.id),
  }));
  routes.add(closing.updateDealClosing, async ({ actor, params, body, work }) => ({
    closing: await updateClosing(work, actor, { dealId: params.id, input: body, onDates }),
  }));
}
