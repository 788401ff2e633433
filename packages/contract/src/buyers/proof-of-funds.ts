import * as z from 'zod/mini';
import { buyer, proofAmount } from './buyers.ts';
import { calendarDate, idParams, line, version } from '../http/common.ts';
import { uploadName } from '../documents/documents.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

export const sendProofOfFunds = defineEndpoint({
  method: 'POST',
  path: '/buyers/{id}/proof-of-funds',
  summary: 'A buyer sends a PDF or an image as proof of funds, which the broker then accepts or returns',
  access: member('CLIENT', 'business-center'),
  transfer: 'upload',
  status: 201,
  params: idParams,
  query: z.strictObject({
    name: uploadName,
    amountCents: z.pipe(z.coerce.number(), proofAmount),
    /** The day of the statement. */
    datedOn: calendarDate,
  }),
  response: z.object({ buyer }),
});
export const answerProofOfFunds = defineEndpoint({
  method: 'POST',
  path: '/buyers/{id}/proof-of-funds/answer',
  summary: 'Accept the proof of funds that the buyer has sent, or return it with a reason',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  body: z.discriminatedUnion('answer', [
    z.strictObject({ version, answer: z.literal('accepted') }),
    z.strictObject({ version, answer: z.literal('returned'), reason: line(300) }),
  ]),
  response: z.object({ buyer }),
});
