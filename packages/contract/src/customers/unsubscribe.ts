import * as z from 'zod/mini';
import { idParams, line } from '../http/common.ts';
import { customerDetail } from './customers.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';

const user = z.object({ user: customerDetail });
const staff = member('STAFF', 'users');
/** Any text, so that a truncated link shows a page with an explanation. */
const token = z.strictObject({ token: z.string() });

export const unsubscribeCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/unsubscribe',
  summary: 'Unsubscribe a customer from bulk email; direct messages are not affected',
  access: staff,
  status: 200,
  params: idParams,
  response: user,
});
export const resubscribeCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/resubscribe',
  summary: 'Resubscribe a customer to bulk email, with a recorded reason',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ reason: line(300) }),
  response: user,
});

/** A page without scripts, for anyone with the link from an email. Opening it changes nothing. */
export const showUnsubscribePage = defineEndpoint({
  method: 'GET',
  path: '/unsubscribe/{token}',
  summary: 'Unsubscribe page for recipients',
  access: anyone,
  transfer: 'stream',
  status: 200,
  params: token,
});
/** The endpoint for mail programs (`List-Unsubscribe-Post`, RFC 8058) and for the button on the page. */
export const unsubscribeByLink = defineEndpoint({
  method: 'POST',
  path: '/unsubscribe/{token}',
  summary: 'Unsubscribe from bulk email with the link in an email',
  access: anyone,
  transfer: 'form',
  status: 200,
  params: token,
});
export const resubscribeByLink = defineEndpoint({
  method: 'POST',
  path: '/unsubscribe/{token}/undo',
  summary: 'Undo unsubscribing by the same link',
  access: anyone,
  transfer: 'form',
  status: 200,
  params: token,
});
