import * as z from 'zod/mini';
import { id, idParams } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { confirmRequirementBody, gate, requirement, requirementKey } from './gates.ts';

export const businessGate = z.extend(gate, {
  /** Missing requirements of earlier stages. They do not block the business. */
  earlier: z.array(requirement),
});
export type BusinessGate = z.infer<typeof businessGate>;

const access = member('STAFF', 'business-center');
const response = z.object({ gate: businessGate });

export const getBusinessGate = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/gate',
  summary: 'List requirements to leave the current stage of a business',
  access,
  status: 200,
  params: idParams,
  response,
});
export const confirmBusinessRequirement = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/gate/confirmations',
  summary: 'Confirm a requirement that the product cannot check',
  access,
  status: 201,
  params: idParams,
  body: confirmRequirementBody,
  response,
});
export const withdrawBusinessRequirement = defineEndpoint({
  method: 'DELETE',
  path: '/businesses/{id}/gate/confirmations/{requirement}',
  summary: 'Withdraw a confirmation or an override',
  access,
  status: 200,
  params: z.strictObject({ id, requirement: requirementKey }),
  response,
});
