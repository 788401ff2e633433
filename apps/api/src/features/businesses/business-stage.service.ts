import type { BusinessDetail } from '@handover/contract/businesses.ts';
import { canMove, needsReason, type BusinessStage } from '@handover/contract/business-stages.ts';
import { AppError, invalidField, staleVersion } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from './businesses.policy.ts';
import { findBusinessRow, updateBusinessRow } from './businesses.queries.ts';
import { afterWrite, getBusiness, recordOnTimeline } from './businesses.service.ts';

type Move = {
  readonly businessId: string;
  readonly version: number;
  readonly stage: BusinessStage;
  readonly reason?: string | null | undefined;
};

/**
 * Moves a business to another stage. Its owner sees the move, not the reason. Throws NOT_FOUND,
 * INVALID_INPUT if a reason is missing, STALE_VERSION with the current business, RULE_BROKEN for a move
 * that is not allowed.
 */
export async function moveBusiness(
  work: Work,
  actor: Member,
  { businessId, version, stage, reason = null }: Move,
): Promise<BusinessDetail> {
  const before = authorize(actor, 'business:move', await findBusinessRow(work.db, actor, businessId));
  if (before.version !== version) throw staleVersion(await getBusiness(work, actor, businessId));
  if (!canMove(before.stage, stage))
    throw new AppError('RULE_BROKEN', 'A business cannot go from its stage to that one.');
  if (reason === null && needsReason(before.stage, stage))
    throw invalidField('reason', 'Say why: the move is kept with its reason');
  const isCurrent = await updateBusinessRow(work.db, {
    workspaceId: actor.workspaceId,
    businessId,
    version,
    change: { stage, stage_entered_at: work.now, stage_reason: reason },
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(await getBusiness(work, actor, businessId));
  work.audit({ from: before.stage, to: stage });
  await recordOnTimeline(work, actor, {
    business: before,
    type: 'business.moved',
    audience: 'client',
    detail: { from: before.stage, to: stage, ...(reason === null ? {} : { reason }) },
  });
  return afterWrite(work, actor, businessId);
}
