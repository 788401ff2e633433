import * as z from 'zod/mini';
import { profile } from '../auth/auth.ts';
import { idParams } from '../http/common.ts';
import { customerDetail } from '../customers/customers.ts';
import { anyone, defineEndpoint, member, signedIn } from '../http/endpoint.ts';

/** Detected by content, not by name. These image types cannot execute code. */
export const photoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];
export const photoMaxBytes = 5 * 1024 * 1024;
/** Formats that every browser can draw. Phone cameras take 48-megapixel photos. */
export const photoMaxMegapixels = 50;

const own = z.object({ user: profile });
const ofCustomer = z.object({ user: customerDetail });

export const setOwnPhoto = defineEndpoint({
  method: 'POST',
  path: '/auth/photo',
  summary: 'Upload your photo: PNG, JPEG, or WebP, up to 5 MB; camera metadata is removed',
  access: signedIn,
  transfer: 'upload',
  status: 200,
  response: own,
});
export const removeOwnPhoto = defineEndpoint({
  method: 'DELETE',
  path: '/auth/photo',
  summary: 'Remove your photo',
  access: signedIn,
  status: 200,
  response: own,
});
export const setCustomerPhoto = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/photo',
  summary: 'Upload a photo of a customer: PNG, JPEG, or WebP, up to 5 MB; camera metadata is removed',
  access: member('STAFF', 'users'),
  transfer: 'upload',
  status: 200,
  params: idParams,
  response: ofCustomer,
});
export const removeCustomerPhoto = defineEndpoint({
  method: 'DELETE',
  path: '/users/{id}/photo',
  summary: 'Remove the photo of a customer',
  access: member('STAFF', 'users'),
  status: 200,
  params: idParams,
  response: ofCustomer,
});
export const getPhoto = defineEndpoint({
  method: 'GET',
  path: '/photos/{key}',
  summary: 'Get a photo, at an unguessable URL',
  access: anyone,
  transfer: 'stream',
  status: 200,
  params: z.strictObject({ key: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
});
