import * as z from 'zod/mini';
import { createInquiryBody } from './buyer-inquiries.ts';
import { timestamp } from '../http/common.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';

const access = member('ADMIN');

export const getInquiryWebhook = defineEndpoint({
  method: 'GET',
  path: '/inquiry-webhook',
  summary: 'Whether listing portals can post inquiries, and since when',
  access,
  status: 200,
  response: z.object({ inquiryWebhook: z.object({ since: z.nullable(timestamp) }) }),
});
export const renewInquiryWebhook = defineEndpoint({
  method: 'POST',
  path: '/inquiry-webhook',
  summary: 'Create a new secret URL for inquiries, shown once; the previous one stops working',
  access,
  status: 201,
  response: z.object({ inquiryWebhook: z.object({ url: z.string(), since: timestamp }) }),
});
export const disableInquiryWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/inquiry-webhook',
  summary: 'Turn off the secret URL for inquiries',
  access,
  status: 204,
});
export const receivePortalInquiry = defineEndpoint({
  method: 'POST',
  path: '/portal-inquiries/{token}',
  summary:
    'Receive an inquiry from a listing portal at the secret URL of a workspace; the same email about the same listing counts once a day',
  access: anyone,
  status: 202,
  params: z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  body: createInquiryBody,
  response: z.object({ result: z.enum(['received', 'duplicate']) }),
});
