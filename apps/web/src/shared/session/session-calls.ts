import type { getProfile, login, logout, signedInResponse } from '@handover/contract/auth.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import type * as z from 'zod/mini';
import type { CallOf } from '#shared/api/endpoint-call.ts';

/** `{token, user}` of sign-in, invitation and first admin. */
export type SignedIn = z.infer<typeof signedInResponse>;
export type Credentials = BodyInput<typeof login>;

// Without their schemas: the session loads before anything else.
export const loginCall: CallOf<typeof login> = { method: 'POST', path: '/auth/login' };
export const logoutCall: CallOf<typeof logout> = { method: 'POST', path: '/auth/logout' };
export const profileCall: CallOf<typeof getProfile> = { method: 'GET', path: '/auth/profile' };
