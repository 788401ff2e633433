import type { AuditFilter } from '@handover/contract/audit.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { startOfDay, type AuditQuery } from './audit.queries.ts';

/** Which log is read: that of the workspace one works in, or what belongs to none. */
export const auditScopes = ['workspace', 'installation'] as const;
export type AuditScope = (typeof auditScopes)[number];

/** The workspace whose entries a scope has; null for those of none. */
export function workspaceOf(scope: AuditScope, { workspaceId }: Member): string | null {
  return scope === 'installation' ? null : workspaceId;
}

/** The filter with its calendar days as instants of the workspace's time zone, the last day included. */
export async function toAuditQuery(
  work: Work,
  member: Member,
  { scope, filter: { from, to, ...filter } }: { scope: AuditScope; filter: AuditFilter },
): Promise<AuditQuery> {
  const { timeZone } = member;
  const at = (date: string | undefined, plusDays: number) =>
    date === undefined ? undefined : startOfDay(work.db, { date, timeZone, plusDays });
  const workspaceId = workspaceOf(scope, member);
  return { workspaceId, ...filter, since: await at(from, 0), before: await at(to, 1) };
}
