import * as contract from '@handover/contract/businesses/engagement-letters.ts';
import type { Routes } from '#platform/http/routes.ts';
import {
  changeLetter,
  createLetter,
  endLetter,
  getEngagement,
  protectBuyer,
  removeLetter,
  signLetter,
  unprotectBuyer,
} from './engagements.service.ts';

export function engagementRoutes(routes: Routes): void {
  routes.add(contract.listEngagementLetters, ({ actor, params, work }) =>
    getEngagement(work, actor, params.id),
  );
  routes.add(contract.createEngagementLetter, async ({ actor, params, body, work }) => ({
    engagementLetter: await createLetter(work, actor, { businessId: params.id, input: body }),
  }));
  routes.add(contract.updateEngagementLetter, async ({ actor, params, body, work }) => ({
    engagementLetter: await changeLetter(work, actor, { letterId: params.id, input: body }),
  }));
  routes.add(contract.signEngagementLetter, async ({ actor, params, body, work }) => ({
    engagementLetter: await signLetter(work, actor, { letterId: params.id, input: body }),
  }));
  routes.add(contract.endEngagementLetter, async ({ actor, params, body, work }) => ({
    engagementLetter: await endLetter(work, actor, { letterId: params.id, input: body }),
  }));
  routes.add(contract.deleteEngagementLetter, async ({ actor, params, work }) => {
    await removeLetter(work, actor, params.id);
  });
  routes.add(contract.addProtectedBuyer, async ({ actor, params, body, work }) => ({
    protectedBuyers: await protectBuyer(work, actor, { businessId: params.id, input: body }),
  }));
  routes.add(contract.removeProtectedBuyer, async ({ actor, params, work }) => {
    await unprotectBuyer(work, actor, { businessId: params.id, buyerId: params.buyerId });
  });
}
