import * as z from 'zod/mini';
import { anyone, defineEndpoint } from '../http/endpoint.ts';

/** A proof of work, computed by a guest's browser. */
export const proofOfWork = z.strictObject({
  challenge: z.string().check(z.maxLength(200)),
  answer: z.string().check(z.maxLength(20)),
});
export type ProofOfWork = z.infer<typeof proofOfWork>;

export const getGuestChallenge = defineEndpoint({
  method: 'GET',
  path: '/guest-challenge',
  summary: 'Get a proof-of-work challenge, valid for one request within ten minutes',
  access: anyone,
  status: 200,
  response: z.object({ challenge: z.string(), bits: z.int() }),
});
