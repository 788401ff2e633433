import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { fillForSigners } from './fill-text.ts';
import { findTemplateRow } from './templates/templates.queries.ts';

/** Whether a buyer has signed an NDA for a business that is in force today in the workspace. */
export async function isNdaInForce(
  db: Db,
  {
    workspaceId,
    customerId,
    businessId,
    now,
  }: { workspaceId: string; customerId: string; businessId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM agreements
      JOIN agreement_businesses AS concerned ON concerned.workspace_id = agreements.workspace_id AND concerned.agreement_id = agreements.id
      JOIN workspaces ON workspaces.id = agreements.workspace_id
    WHERE agreements.workspace_id = ${workspaceId} AND agreements.customer_id = ${customerId}
      AND concerned.business_id = ${businessId} AND agreements.status = 'signed'
      AND agreements.expires_sort >= (${now}::timestamptz AT TIME ZONE workspaces.time_zone)::date
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** For the gates of deals. */
export async function getNdaFact(
  db: Db,
  { buyerId: customerId, ...deal }: { workspaceId: string; buyerId: string; businessId: string; now: Date },
): Promise<{ isNdaInForce: boolean; isNdaSent: boolean }> {
  const { rows } = await sql`
    SELECT FROM agreements
      JOIN agreement_businesses AS concerned ON concerned.workspace_id = agreements.workspace_id AND concerned.agreement_id = agreements.id
    WHERE agreements.workspace_id = ${deal.workspaceId} AND agreements.customer_id = ${customerId}
      AND concerned.business_id = ${deal.businessId} AND agreements.status = 'pending' LIMIT 1`.execute(db);
  return { isNdaInForce: await isNdaInForce(db, { ...deal, customerId }), isNdaSent: rows.length > 0 };
}

/** The NDA that readers of a shared link sign first. Throws INVALID_INPUT for a template that is not in use. */
export async function fillLinkTerms(
  work: Work,
  actor: Member,
  { templateId, businessIds }: { templateId: string; businessIds: readonly string[] },
): Promise<{ title: string; text: string }> {
  const template = await findTemplateRow(work.db, { workspaceId: actor.workspaceId, templateId });
  if (template === null || template.archived_at !== null)
    throw invalidField('ndaTemplateId', 'Choose a template that is in use.');
  return { title: template.title, text: await fillForSigners(work, actor, { businessIds, template }) };
}
