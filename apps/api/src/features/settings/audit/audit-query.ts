import type { AuditFilter } from '@handover/contract/audit.ts';
import type { Member } from '../../../platform/session/actor.ts';
import type { Work } from '../../../platform/work.ts';
import { startOfDay, type AuditQuery } from './audit.queries.ts';

/** The filter with its calendar days as instants of the workspace's time zone, the last day included. */
export async function toAuditQuery(
  work: Work,
  { workspaceId, timeZone }: Member,
  { from, to, ...filter }: AuditFilter,
): Promise<AuditQuery> {
  const at = (date: string | undefined, plusDays: number) =>
    date === undefined ? undefined : startOfDay(work.db, { date, timeZone, plusDays });
  return { workspaceId, ...filter, since: await at(from, 0), before: await at(to, 1) };
}
