import type { PublicTeaser } from '@handover/contract/profiles.ts';
import type { FastifyRequest } from 'fastify';
import { notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { recordActivity } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findPassages } from './profiles.public.ts';
import {
  findPublicTeaser,
  findReadableCim,
  insertView,
  type CimRow,
  type Contact,
  type TeaserRow,
} from './reading.queries.ts';

type Format = 'page' | 'pdf';

/**
 * The released CIM of a deal, for its buyer: document level 1, and no NDA that has ended or was withdrawn. Throws NOT_FOUND, also while
 * there is nothing released.
 */
export async function getReadableCim(work: Work, member: Member, dealId: string): Promise<CimRow> {
  const row = member.scope === 'client' ? await findReadableCim(work.db, member, dealId) : null;
  if (row === null) throw notFound('CIM');
  return row;
}

/** Records that the buyer reads the CIM, before it is sent: in the log of views and on the timelines. */
export async function recordCimView(
  work: Work,
  member: Member,
  { row, format, request }: { row: CimRow; format: Format; request: Pick<FastifyRequest, 'ip'> },
): Promise<void> {
  const { workspaceId, userId } = member;
  const { deal_id: dealId, buyer_id: buyerId } = row;
  await insertView(work.db, {
    workspace_id: workspaceId,
    id: newId(),
    profile_id: row.profile_id,
    number: row.number,
    reader: 'buyer',
    user_id: userId,
    deal_id: dealId,
    format,
    ip_address: request.ip,
    viewed_at: work.now,
  });
  await recordActivity(work, {
    workspaceId,
    actorId: userId,
    customerId: buyerId,
    businessId: row.business_id,
    dealId,
    type: 'deal.cim_opened',
    subject: { kind: 'deal', id: dealId },
  });
}

/** A released teaser with the record of the view. Throws NOT_FOUND. */
export async function readTeaser(
  work: Work,
  {
    workspaceId,
    teaserId,
    format,
    request,
  }: { workspaceId: string; teaserId: string; format: Format; request: Pick<FastifyRequest, 'ip'> },
): Promise<TeaserRow> {
  const row = await findPublicTeaser(work.db, { workspaceId, teaserId });
  if (row === null) throw notFound('teaser');
  await insertView(work.db, {
    workspace_id: workspaceId,
    id: newId(),
    profile_id: row.profile_id,
    number: row.number,
    reader: 'visitor',
    user_id: null,
    deal_id: null,
    format,
    ip_address: request.ip,
    viewed_at: work.now,
  });
  return { ...row, listing_number: await findHarmlessNumber(work, row) };
}

/** The listing number, which can change after the release; null if it would reveal the business. */
async function findHarmlessNumber(
  { db }: Work,
  { workspace_id: workspaceId, business_id: businessId, listing_number: text }: TeaserRow,
): Promise<string | null> {
  if (text === null) return null;
  return (await findPassages(db, { workspaceId, businessId, text })).length === 0 ? text : null;
}

export function presentTeaser(row: TeaserRow, { broker, brokerage, phone }: Contact): PublicTeaser {
  return {
    title: row.title,
    sections: row.sections,
    businessId: row.business_id,
    listingNumber: row.listing_number,
    brokerageName: brokerage,
    brokerName: broker,
    phone,
  };
}
