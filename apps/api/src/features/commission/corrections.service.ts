import type {
  CommissionDetail,
  removeEarnOut as removeLast,
} from '@handover/contract/commission/commissions.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { toCalendarDate } from '#lib/clock.ts';
import { AppError, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { calculateAmountsWithEarnOuts } from './commission-amounts.ts';
import { authorize } from './commissions.policy.ts';
import { insertPayout, listPayouts, updateCommission } from './commissions.queries.ts';
import { publishAndReload, getCommission, loadRow, writeEarnOuts } from './commissions.service.ts';

type Correction = BodyOf<typeof removeLast>;

/**
 * Removes the last earn-out: base, fee, and shares are computed again without it. Throws NOT_FOUND, FORBIDDEN without
 * one, RULE_BROKEN once the commission on it is paid out, STALE_VERSION with the current commission.
 */
export async function removeEarnOut(
  work: Work,
  actor: Member,
  { id, input: { version, reason } }: { id: string; input: Correction },
): Promise<CommissionDetail> {
  const row = authorize(actor, 'commission:reduce', await loadRow(work, actor, id));
  const earnOuts = (row.earn_outs ?? []).slice(0, -1);
  if (row.terms === null) throw notFound('earn-out');
  const amounts = calculateAmountsWithEarnOuts(row, row.terms, earnOuts);
  if (amounts.dueCents < row.paid_cents)
    throw new AppError(
      'RULE_BROKEN',
      'The commission on this earn-out was paid out. Reverse the payout first.',
    );
  await writeEarnOuts(work, actor, { id, version, earnOuts, amounts });
  work.audit({ reason, removed: row.earn_outs?.at(-1), dueCents: amounts.dueCents });
  return publishAndReload(work, actor, { row, type: 'commission.earn_out_removed', detail: { reason } });
}

/**
 * Reverses a payout with an offsetting entry, so that its amount is due again. Throws NOT_FOUND, FORBIDDEN if nothing
 * was paid out, RULE_BROKEN for a payout that was already reversed, STALE_VERSION with the current commission.
 */
export async function reversePayout(
  work: Work,
  actor: Member,
  { id, payoutId, input: { version, reason } }: { id: string; payoutId: string; input: Correction },
): Promise<CommissionDetail> {
  const { workspaceId } = actor;
  const row = authorize(actor, 'commission:reverse', await loadRow(work, actor, id));
  const payout = (await listPayouts(work.db, { workspaceId, id })).find((each) => each.id === payoutId);
  if (payout === undefined) throw notFound('payout');
  if (!payout.canReverse) throw new AppError('RULE_BROKEN', 'This payout was already reversed.');
  const { cents } = payout;
  const change = { paid_cents: row.paid_cents - cents, due_changed_at: work.now };
  if (!(await updateCommission(work.db, { workspaceId, id, version, change })))
    throw staleVersion(await getCommission(work, actor, id));
  await insertPayout(work.db, {
    workspace_id: workspaceId,
    id: newId(),
    commission_id: id,
    cents: -cents,
    paid_on: toCalendarDate(actor.timeZone, work.now),
    reference: null,
    reverses_id: payoutId,
    reversal_reason: reason,
    created_by: actor.userId,
    created_at: work.now,
  });
  work.audit({ reason, payoutId, cents });
  return publishAndReload(work, actor, { row, type: 'commission.payout_reversed', detail: { reason } });
}
