import { canMove, isClosed, type BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import { AppError, inTrash } from '#lib/errors.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { lockStage, updateBusinessRow } from './businesses.queries.ts';

type FollowedMove = {
  readonly businessId: string;
  /** Internal; clients do not see it. */
  readonly reason: string;
};

/** Moves a business to under offer if it is on the market; otherwise does nothing. Throws RULE_BROKEN in the trash. */
export async function moveUnderOffer(work: Work, actor: Member, followed: FollowedMove): Promise<void> {
  const { stage } = await lockActive(work, actor, followed.businessId);
  if (canMove(stage, 'under_offer') && !isClosed(stage))
    await follow(work, actor, { ...followed, from: stage, to: 'under_offer' });
}

/** Moves a business, in the trash as well, back to the market if it is under offer; otherwise does nothing. */
export async function moveBackToMarket(work: Work, actor: Member, followed: FollowedMove): Promise<void> {
  const { stage } = await lockStage(work.db, { ...actor, businessId: followed.businessId });
  if (stage === 'under_offer') await follow(work, actor, { ...followed, from: stage, to: 'on_market' });
}

/** Marks a business as sold, from any open stage. Throws RULE_BROKEN for a closed business, and in the trash. */
export async function markBusinessSold(work: Work, actor: Member, followed: FollowedMove): Promise<void> {
  const { stage } = await lockActive(work, actor, followed.businessId);
  if (isClosed(stage))
    throw new AppError('RULE_BROKEN', 'The business is sold or no longer for sale. Reopen it first.');
  await follow(work, actor, { ...followed, from: stage, to: 'sold' });
}

/** Moves a sold business back to under offer; otherwise does nothing. Throws RULE_BROKEN in the trash. */
export async function reopenSale(work: Work, actor: Member, followed: FollowedMove): Promise<void> {
  const { stage } = await lockActive(work, actor, followed.businessId);
  if (stage === 'sold') await follow(work, actor, { ...followed, from: stage, to: 'under_offer' });
}

async function lockActive(
  work: Work,
  { workspaceId }: Member,
  businessId: string,
): Promise<{ stage: BusinessStage }> {
  const business = await lockStage(work.db, { workspaceId, businessId });
  if (business.deleted_at !== null) throw inTrash('business');
  return business;
}

/** The deal decides, so the business moves regardless of its own gate's requirements. */
async function follow(
  work: Work,
  actor: Member,
  { businessId, reason, from, to }: FollowedMove & { from: BusinessStage; to: BusinessStage },
): Promise<void> {
  const { workspaceId } = actor;
  const { version, owner_id: ownerId } = await lockStage(work.db, { workspaceId, businessId });
  const change = { stage: to, stage_entered_at: work.now, stage_reason: reason };
  await updateBusinessRow(work.db, { workspaceId, businessId, version, change, now: work.now });
  await recordActivity(work, {
    ...byMember(actor, ownerId),
    businessId,
    type: 'business.moved',
    subject: { kind: 'business', id: businessId },
    audience: 'client',
    detail: { from, to, reason },
  });
  work.publish({ workspaceId, noun: 'business', id: businessId, isForClient: true });
}
