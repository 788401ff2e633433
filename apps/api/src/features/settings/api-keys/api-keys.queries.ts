import type { Db } from '#db/client.ts';

const keyColumns = [
  'api_keys.session_id as id',
  'api_keys.name',
  'api_keys.hint',
  'api_keys.scopes',
  'users.id as owner_id',
  'users.display_name as owner_name',
  'sessions.created_at',
  'sessions.expires_at',
  'sessions.last_seen_at',
  'sessions.revoked_at',
] as const;

export function listKeys(db: Db, workspaceId: string) {
  return fromKeys(db, workspaceId).orderBy('sessions.created_at', 'desc').limit(500).execute();
}

export async function findKey(db: Db, { workspaceId, keyId }: { workspaceId: string; keyId: string }) {
  const row = await fromKeys(db, workspaceId).where('api_keys.session_id', '=', keyId).executeTakeFirst();
  return row ?? null;
}

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** A key is stored as a session of its owner; until its first use, it was last seen at the epoch. */
export async function insertKey(
  db: Db,
  key: {
    id: string;
    workspaceId: string;
    userId: string;
    name: string;
    hint: string;
    scopes: readonly string[];
    tokenHash: Buffer;
    ipAddress: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: key.id,
      user_id: key.userId,
      token_hash: key.tokenHash,
      user_agent: 'API key',
      ip_address: key.ipAddress,
      created_at: key.now,
      last_seen_at: new Date(0),
      expires_at: key.expiresAt,
    })
    .execute();
  await db
    .insertInto('api_keys')
    .values({
      session_id: key.id,
      workspace_id: key.workspaceId,
      user_id: key.userId,
      name: key.name,
      hint: key.hint,
      scopes: [...key.scopes],
    })
    .execute();
}

function fromKeys(db: Db, workspaceId: string) {
  return db
    .selectFrom('api_keys')
    .innerJoin('sessions', 'sessions.id', 'api_keys.session_id')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(keyColumns)
    .where('api_keys.workspace_id', '=', workspaceId);
}
