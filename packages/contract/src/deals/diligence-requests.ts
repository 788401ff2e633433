import * as z from 'zod/mini';
import { calendarDate, id, idParams, line, multiline, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** Closed once the response is sufficient. */
export const requestStates = ['open', 'answered', 'closed'] as const;
export type RequestState = (typeof requestStates)[number];
export const requestStateNames: Readonly<Record<RequestState, string>> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};

const person = z.object({ id, displayName: z.string() });

/** A buyer's due diligence request to the seller. */
export const diligenceRequest = z.object({
  id,
  dealId: id,
  /** Starts at 1, in order of creation. */
  number: z.int(),
  title: z.string(),
  details: z.nullable(z.string()),
  dueOn: z.nullable(calendarDate),
  state: z.enum(requestStates),
  /** Null for the buyer's side while the response is returned to the seller. */
  answer: z.nullable(z.string()),
  /** Why staff returned the response to the seller; null once there is a new response, and for the buyer's side. */
  returnReason: z.nullable(z.string()),
  createdBy: person,
  createdAt: timestamp,
  /** Null for the buyer's side. */
  answeredBy: z.nullable(person),
  answeredAt: z.nullable(timestamp),
  version,
  abilities: z.object({
    canUpdate: z.boolean(),
    canAnswer: z.boolean(),
    canReturn: z.boolean(),
    canClose: z.boolean(),
  }),
});
export type DiligenceRequest = z.infer<typeof diligenceRequest>;

const fields = {
  title: line(200),
  details: z.optional(z.nullable(multiline(4000))),
  dueOn: z.optional(z.nullable(calendarDate)),
};
export const createRequestBody = z.strictObject(fields);
export type CreateRequest = z.infer<typeof createRequestBody>;
export const updateRequestBody = z.strictObject({ version, ...fields, title: z.optional(line(200)) });
export type UpdateRequest = z.infer<typeof updateRequestBody>;
export const answerRequestBody = z.strictObject({ version, answer: multiline(10_000) });
export const returnRequestBody = z.strictObject({ version, reason: line(300) });
export type ReturnRequest = z.infer<typeof returnRequestBody>;
export const closeRequestBody = z.strictObject({ version, isClosed: z.boolean() });

const area = 'business-center';
const one = z.object({ request: diligenceRequest });

export const listDiligenceRequests = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}/diligence-requests',
  summary: 'List diligence requests of a deal, in the order of their numbers',
  access: member('CLIENT', area),
  status: 200,
  params: idParams,
  response: z.object({ requests: z.array(diligenceRequest), canAdd: z.boolean() }),
});
export const createDiligenceRequest = defineEndpoint({
  method: 'POST',
  path: '/deals/{id}/diligence-requests',
  summary: 'Add a request to the seller, as the buyer or on their behalf',
  access: member('CLIENT', area),
  status: 201,
  params: idParams,
  body: createRequestBody,
  response: one,
});
export const updateDiligenceRequest = defineEndpoint({
  method: 'PATCH',
  path: '/diligence-requests/{id}',
  summary: 'Change a request that is not closed',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: updateRequestBody,
  response: one,
});
export const answerDiligenceRequest = defineEndpoint({
  method: 'POST',
  path: '/diligence-requests/{id}/answer',
  summary: 'Answer a request, as the seller or on their behalf; a new answer replaces the previous one',
  access: member('CLIENT', area),
  status: 200,
  params: idParams,
  body: answerRequestBody,
  response: one,
});
export const returnDiligenceRequest = defineEndpoint({
  method: 'POST',
  path: '/diligence-requests/{id}/return',
  summary: 'Return an answer to the seller with a reason; the request is open again',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: returnRequestBody,
  response: one,
});
export const closeDiligenceRequest = defineEndpoint({
  method: 'POST',
  path: '/diligence-requests/{id}/close',
  summary: 'Close a request, or reopen it',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: closeRequestBody,
  response: one,
});
