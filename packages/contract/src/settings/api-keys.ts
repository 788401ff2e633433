import * as z from 'zod/mini';
import { id, idParams, line, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordNouns } from '../records/records.ts';

/** The scopes of an API key, each for reading or writing. */
export const apiNouns = [
  ...recordNouns,
  'notes',
  'activities',
  'conversations',
  'files',
  'imports',
  'members',
] as const;
export type ApiNoun = (typeof apiNouns)[number];

export const apiScopes = [
  ...recordNouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`] as const),
  'notes:read',
  'notes:write',
  'activities:read',
  'conversations:read',
  'conversations:write',
  'files:read',
  'files:write',
  'imports:read',
  'imports:write',
  'members:read',
] as const;
export type ApiScope = (typeof apiScopes)[number];

/** Lifetimes of API keys in days; every key expires. */
export const apiKeyDays = [30, 90, 180, 365] as const;

/** A personal key. Within its scopes, it can do at most what its owner can. */
export const apiKey = z.object({
  id,
  name: z.string(),
  /** The last four characters, to distinguish keys. */
  hint: z.string(),
  owner: z.object({ id, displayName: z.string() }),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
  status: z.enum(['active', 'expired', 'revoked']),
});
export type ApiKey = z.infer<typeof apiKey>;

export const createApiKeyBody = z.strictObject({
  name: line(80),
  scopes: z.array(z.enum(apiScopes)).check(
    z.minLength(1, 'Choose at least one'),
    z.maxLength(apiScopes.length),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'Duplicates are not allowed'),
  ),
  days: z.literal(apiKeyDays),
});

export const listApiKeys = defineEndpoint({
  method: 'GET',
  path: '/api-keys',
  summary: 'List API keys',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ apiKeys: z.array(apiKey) }),
});
export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/api-keys',
  summary: 'Create an API key; it is returned only once',
  access: member('ADMIN'),
  status: 201,
  body: createApiKeyBody,
  response: z.object({ apiKey, key: z.string() }),
});
export const revokeApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/api-keys/{id}',
  summary: 'Revoke an API key',
  access: member('ADMIN'),
  status: 204,
  params: idParams,
});
