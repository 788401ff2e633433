import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  canMove,
  endReasonNames,
  isClosed,
  isUnsold,
  listNextStages,
  needsReason,
  type BusinessStage,
  type ClosedStage,
  type ClosedReason,
} from '@handover/contract/businesses/business-stages.ts';
import type { GateOverride } from '@handover/contract/businesses/gates.ts';
import { AppError, invalidField, staleVersion } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { passGate } from '#platform/gates/gates.ts';
import { authorize, can } from './businesses.policy.ts';
import {
  findBusinessRow,
  lockStage,
  updateBusinessRow,
  type BusinessDetailRow,
} from './businesses.queries.ts';
import { reindexAndReload, getBusiness, recordOnTimeline } from './businesses.service.ts';
import {
  loadBusinessFacts,
  loadBusinessGate,
  toGateSubject,
  type BusinessFactSource,
} from './gates/business-gates.service.ts';

type Move = {
  readonly businessId: string;
  readonly version: number;
  readonly stage: BusinessStage;
  readonly reason?: string | null | undefined;
  readonly endReason?: ClosedReason | undefined;
};

/**
 * Hook for features that depend on businesses, run in the transaction that withdraws or expires one, or marks it as
 * sold by hand. `registry.ts` passes it in, like the fact sources.
 */
export type BusinessClosedHook = (
  work: Work,
  actor: Member,
  ended: { readonly businessId: string; readonly stage: ClosedStage },
) => Promise<void>;

type GatedMove = {
  readonly override?: GateOverride | undefined;
  readonly sources: readonly BusinessFactSource[];
};

/**
 * Moves a business to another stage; a step forward must pass the exit gate of its stage. The owner sees the move, but
 * not the reason. Throws NOT_FOUND, INVALID_INPUT if a reason is missing, STALE_VERSION with the current business,
 * RULE_BROKEN for a move that is not allowed, GATE_NOT_MET, FORBIDDEN for an override.
 */
export async function moveBusiness(
  work: Work,
  actor: Member,
  {
    override,
    sources,
    endings,
    ...move
  }: Move & GatedMove & { readonly endings: readonly BusinessClosedHook[] },
): Promise<BusinessDetail> {
  const { businessId, version, stage } = move;
  const business = authorize(actor, 'business:move', await findBusinessRow(work.db, actor, businessId));
  // Locked before the gate; otherwise the second of two concurrent moves would fail on the requirements that the first
  // has overridden.
  const { version: current } = await lockStage(work.db, { ...actor, businessId });
  if (current !== version) throw staleVersion(await getBusiness(work, actor, businessId));
  if (business.stage === 'sold') await checkResale(work, actor, { business, sources });
  if (isNextStep(business.stage, stage)) await passBusinessGate(work, actor, { business, override, sources });
  const moved = await changeStage(work, actor, move);
  if (isClosed(stage)) for (const end of endings) await end(work, actor, { businessId, stage });
  return moved;
}

/** Moves a business like `moveBusiness`, but without checking the gate. */
export async function changeStage(work: Work, actor: Member, move: Move): Promise<BusinessDetail> {
  const { businessId, version, stage, reason = null, endReason = null } = move;
  const before = authorize(actor, 'business:move', await findBusinessRow(work.db, actor, businessId));
  if (before.version !== version) throw staleVersion(await getBusiness(work, actor, businessId));
  if (!canMove(before.stage, stage))
    throw new AppError(
      'RULE_BROKEN',
      'This business must go through the stages in between. Move it to the next stage first.',
    );
  checkReasons(before.stage, move);
  const isCurrent = await updateBusinessRow(work.db, {
    workspaceId: actor.workspaceId,
    businessId,
    version,
    change: { stage, stage_entered_at: work.now, stage_reason: reason, end_reason: endReason },
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(await getBusiness(work, actor, businessId));
  work.audit({ from: before.stage, to: stage, ...(endReason !== null && { endReason }) });
  const stated = [endReason === null ? null : endReasonNames[endReason], reason].filter(
    (part) => part !== null,
  );
  await recordOnTimeline(work, actor, {
    business: before,
    type: 'business.moved',
    audience: 'client',
    detail: { from: before.stage, to: stage, ...(stated.length > 0 && { reason: stated.join(': ') }) },
  });
  return reindexAndReload(work, actor, businessId);
}

/** Throws RULE_BROKEN for a business that a closed deal has sold: reopening the deal also reopens the business. */
async function checkResale(
  work: Work,
  actor: Member,
  { business, sources }: Pick<GatedMove, 'sources'> & { business: BusinessDetailRow },
): Promise<void> {
  const { hasClosedDeal } = await loadBusinessFacts(work, actor, { business, sources });
  if (hasClosedDeal)
    throw new AppError(
      'RULE_BROKEN',
      'A closed deal sold this business. An administrator can reopen the deal.',
    );
}

/** Throws INVALID_INPUT. */
function checkReasons(from: BusinessStage, { stage, reason = null, endReason }: Move): void {
  if (isUnsold(stage) && endReason === undefined) throw invalidField('endReason', 'Choose a reason');
  if (!isUnsold(stage) && endReason !== undefined)
    throw invalidField('endReason', 'Only for withdrawn or expired businesses');
  if (endReason === 'other' && reason === null) throw invalidField('reason', 'Enter a note');
  if (reason === null && !isUnsold(stage) && needsReason(from, stage))
    throw invalidField('reason', 'Enter a reason. It is saved with the stage change');
}

function isNextStep(from: BusinessStage, to: BusinessStage): boolean {
  return !isClosed(from) && listNextStages(from)[0] === to;
}

/** Records the overridden requirements on the timeline. */
async function passBusinessGate(
  work: Work,
  actor: Member,
  { business, override, sources }: GatedMove & { business: BusinessDetailRow },
): Promise<void> {
  const gate = await loadBusinessGate(work, actor, { business, sources });
  const { overridden } = await passGate(work, actor, {
    subject: toGateSubject(actor, business.id),
    gate,
    override,
    canOverride: can(actor, 'business:override', business),
  });
  for (const { key, label } of gate.requirements)
    if (overridden.includes(key))
      await recordOnTimeline(work, actor, {
        business,
        type: 'business.requirement_overridden',
        detail: { reason: `${label}: ${override?.reason ?? ''}` },
      });
}
