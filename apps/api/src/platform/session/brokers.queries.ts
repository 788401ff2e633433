import { fold } from '@handover/domain/text/fold.ts';
import type { Area } from '@handover/contract/auth/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { emailKey } from '#lib/text.ts';
import type { Member } from './actor.ts';

/** For each text the ids of the active staff members with this email address or name. */
export async function findBrokers(
  db: Db,
  { workspaceId }: Member,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  if (texts.length === 0) return new Map();
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.display_name'])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', '<>', 'CLIENT')
    .where('memberships.status', '=', 'active')
    .execute();
  return groupIdsByText(
    texts,
    rows.flatMap(({ id, email, display_name }) => [
      { key: emailKey(email), id },
      { key: fold(display_name), id },
    ]),
  );
}

/** An earlier broker of a record that is restored, as an SQL expression: null once they have left. */
export function brokerIfStaff(workspaceId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT m.user_id FROM memberships m
    WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${userId} AND m.role <> 'CLIENT' AND m.status = 'active')`;
}

/**
 * Whether the member `m` of the workspace `w`, aliases of the query, may see a record: an administrator, or staff to whom
 * its area is open and who have its broker's or a wider scope.
 */
export function staffMaySee({
  area,
  broker,
}: {
  area: Area;
  broker: RawBuilder<unknown>;
}): RawBuilder<boolean> {
  return sql<boolean>`(m.role = 'ADMIN' OR (m.role = 'STAFF' AND ${area} = ANY(w.staff_access)
    AND (w.record_scope = 'all' OR ${broker} = m.user_id)))`;
}

/** For each text the ids of the rows with this key, in any spelling. */
export function groupIdsByText(
  texts: readonly string[],
  rows: readonly { readonly key: string; readonly id: string }[],
): Map<string, string[]> {
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map(
    texts.map((text) => {
      const found = [...new Set([text, emailKey(text), fold(text)])].flatMap((key) => byKey.get(key) ?? []);
      return [text, [...new Set(found.map(({ id }) => id))]];
    }),
  );
}
