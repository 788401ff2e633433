import {
  valuationSnapshot,
  type OwnValuation,
  type Valuation,
} from '@handover/contract/businesses/valuations.ts';
import { concludeValue } from '@handover/domain/valuation/conclusion.ts';
import { notify } from '#platform/notifications.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from '../businesses.policy.ts';
import { findBusinessRow } from '../businesses.queries.ts';
import { recordOnTimeline } from '../businesses.service.ts';
import { listOwnerLogins } from '../businesses.public.ts';
import { deleteRelease, insertRelease, listReleasedTo } from './releases.queries.ts';
import { findValuedBusiness, getValuation } from './valuations.queries.ts';

/** Releases a saved valuation to the owners, or withdraws the release. Throws NOT_FOUND, RULE_BROKEN in the trash. */
export async function setReleased(
  work: Work,
  actor: Member,
  { valuationId, isReleased }: { valuationId: string; isReleased: boolean },
): Promise<Valuation> {
  const { workspaceId, userId } = actor;
  const businessId = await findValuedBusiness(work.db, { workspaceId, id: valuationId });
  const found = businessId === null ? null : await findBusinessRow(work.db, actor, businessId);
  const business = authorize(actor, 'business:value', found);
  if (!isReleased) await deleteRelease(work.db, { workspaceId, valuationId });
  else if (await insertRelease(work.db, { workspaceId, valuationId, userId, now: work.now })) {
    await recordOnTimeline(work, actor, {
      business,
      type: 'business.valuation_released',
      audience: 'client',
      detail: { valuationId },
    });
    await notify(work, {
      workspaceId,
      userIds: await listOwnerLogins(work.db, { workspaceId, businessId: business.id }),
      type: 'valuation.released',
      title: `Opinion of value for ${business.name}`,
      customerId: null,
      businessId: business.id,
    });
  }
  work.audit({ valuationId, isReleased });
  work.publish({ workspaceId, noun: 'business', id: business.id, isForClient: true });
  return getValuation(work.db, { workspaceId, businessId: business.id, id: valuationId });
}

/** The valuations that are released to the client as an owner. */
export async function listOwnValuations(work: Work, actor: Member): Promise<OwnValuation[]> {
  if (actor.scope !== 'client') return [];
  const rows = await listReleasedTo(work.db, actor);
  return rows.map((row) => {
    const { currency, methods } = valuationSnapshot.parse(row.snapshot);
    const conclusion = concludeValue(methods);
    return {
      id: row.id,
      business: { id: row.business_id, name: row.business_name },
      currency,
      lowCents: conclusion?.lowCents ?? null,
      highCents: conclusion?.highCents ?? null,
      createdAt: row.created_at.toISOString(),
      releasedAt: row.released_at.toISOString(),
    };
  });
}
