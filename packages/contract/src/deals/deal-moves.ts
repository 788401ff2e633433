import * as z from 'zod/mini';
import { id, idParams, line, version } from '../http/common.ts';
import { dealStages, lostReasons } from './deal-stages.ts';
import { dealDetail } from './deals.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { gate, gateOverride, requirementKey } from '../businesses/gates.ts';

export const moveDealBody = z.strictObject({
  version,
  stage: z.enum(dealStages),
  /** Required for a step back and for reopening. */
  reason: z.optional(z.nullable(line(300))),
  /** Required for `lost`. */
  lostReason: z.optional(z.enum(lostReasons)),
  override: z.optional(gateOverride),
});
export type MoveDeal = z.infer<typeof moveDealBody>;

const access = member('STAFF', 'business-center');
const gateAnswer = z.object({ gate });

export const moveDeal = defineEndpoint({
  method: 'POST',
  path: '/deals/{id}/move',
  summary: 'Move a deal to another stage, through the exit gate of its stage',
  access,
  status: 200,
  params: idParams,
  body: moveDealBody,
  response: z.object({ deal: dealDetail }),
});
export const getDealGate = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}/gate',
  summary: 'List requirements to leave the current stage of a deal',
  access,
  status: 200,
  params: idParams,
  response: gateAnswer,
});
export const withdrawDealRequirement = defineEndpoint({
  method: 'DELETE',
  path: '/deals/{id}/gate/confirmations/{requirement}',
  summary: 'Withdraw an override',
  access,
  status: 200,
  params: z.strictObject({ id, requirement: requirementKey }),
  response: gateAnswer,
});
