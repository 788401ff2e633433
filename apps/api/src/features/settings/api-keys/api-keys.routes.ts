import * as contract from '@handover/contract/settings/api-keys.ts';
import { apiScopes, type ApiKey } from '@handover/contract/settings/api-keys.ts';
import type { BodyOf, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { addMinutes } from '#lib/clock.ts';
import { notFound } from '#lib/errors.ts';
import { newId, hashSecret, newSecret } from '#lib/ids.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Member } from '#platform/session/actor.ts';
import { requireLiveSession } from '#platform/session/authenticate.ts';
import { revokeSessions } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { findKey, insertKey, listKeys, type KeyRow } from './api-keys.queries.ts';

const minutesPerDay = 24 * 60;

/** Keys are created for oneself and can be revoked by any administrator of the workspace. */
export function apiKeyRoutes(routes: Routes): void {
  routes.add(contract.listApiKeys, async ({ actor, work }) => ({
    apiKeys: (await listKeys(work.db, actor.workspaceId)).map((row) => present(row, work.now)),
  }));

  routes.add(contract.createApiKey, ({ actor, body, request, work }) =>
    createKey(work, actor, { ...body, ipAddress: request.ip }),
  );

  routes.add(contract.revokeApiKey, async ({ actor, params, work }) => {
    const row = await findKey(work.db, { workspaceId: actor.workspaceId, keyId: params.id });
    if (row === null) throw notFound('API key');
    await revokeSessions(work.db, { userId: row.owner_id, onlyId: row.id, now: work.now });
    work.audit({ name: row.name, ownerId: row.owner_id });
    work.publish({ workspaceId: actor.workspaceId, noun: 'workspace', id: row.id });
  });
}

async function createKey(
  work: Work,
  actor: Member,
  { name, scopes, days, ipAddress }: BodyOf<typeof contract.createApiKey> & { ipAddress: string },
): Promise<ResponseOf<typeof contract.createApiKey>> {
  const key = `hk_${newSecret()}`;
  const id = newId();
  const { workspaceId, userId } = actor;
  await requireLiveSession(work.db, actor);
  await insertKey(work.db, {
    id,
    workspaceId,
    userId,
    name,
    scopes,
    hint: key.slice(-4),
    tokenHash: hashSecret(key),
    ipAddress,
    now: work.now,
    expiresAt: addMinutes(work.now, days * minutesPerDay),
  });
  const row = await findKey(work.db, { workspaceId, keyId: id });
  if (row === null) throw notFound('API key');
  work.audit({ name, scopes, days });
  work.publish({ workspaceId, noun: 'workspace', id });
  return { apiKey: present(row, work.now), key };
}

function present(row: KeyRow, now: Date): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    owner: { id: row.owner_id, displayName: row.owner_name },
    scopes: apiScopes.filter((scope) => row.scopes.includes(scope)),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_seen_at < row.created_at ? null : row.last_seen_at.toISOString(),
    status: row.revoked_at !== null ? 'revoked' : row.expires_at <= now ? 'expired' : 'active',
  };
}
