import { toCalendarDate } from '@handover/domain/local-time.ts';
import type {
  CommissionDetail,
  payCommission,
  reversePayout as reverse,
} from '@handover/contract/commission/commissions.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type { PayoutShare } from '#db/schema/commission.ts';
import { checkNotAhead } from '#lib/clock.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from './commissions.policy.ts';
import { insertPayout, listPayouts, updateCommission } from './commissions.queries.ts';
import { getCommission, loadRow, publishAndReload } from './commissions.service.ts';

/** Records that the rest was paid out. Throws NOT_FOUND, FORBIDDEN if nothing is due, INVALID_INPUT, STALE_VERSION. */
export async function pay(
  work: Work,
  actor: Member,
  { id, input: { version, paidOn, reference } }: { id: string; input: BodyOf<typeof payCommission> },
): Promise<CommissionDetail> {
  const { workspaceId } = actor;
  const row = authorize(actor, 'commission:pay', await loadRow(work, actor, id));
  if (row.closed_on !== null && paidOn < row.closed_on)
    throw invalidField('paidOn', 'Must not be before the closing');
  checkNotAhead(work, actor, { path: 'paidOn', date: paidOn });
  const cents = (row.due_cents ?? 0) - row.paid_cents;
  if (
    !(await updateCommission(work.db, {
      workspaceId,
      id,
      version,
      change: { paid_cents: row.due_cents ?? 0 },
    }))
  )
    throw staleVersion(await getCommission(work, actor, id));
  await insertPayout(work.db, {
    workspace_id: workspaceId,
    id: newId(),
    commission_id: id,
    cents,
    shares: JSON.stringify(subtractPaid(row.shares ?? [], await listPayouts(work.db, { workspaceId, id }))),
    paid_on: paidOn,
    reference,
    created_by: actor.userId,
    created_at: work.now,
  });
  work.audit({ cents, paidOn, reference });
  return publishAndReload(work, actor, { row, type: 'commission.paid' });
}

/**
 * Reverses a payout with an offsetting entry, so that its amount is due again. Throws NOT_FOUND, FORBIDDEN if nothing
 * was paid out, RULE_BROKEN for a payout that was already reversed, STALE_VERSION with the current commission.
 */
export async function reversePayout(
  work: Work,
  actor: Member,
  {
    id,
    payoutId,
    input: { version, reason },
  }: { id: string; payoutId: string; input: BodyOf<typeof reverse> },
): Promise<CommissionDetail> {
  const { workspaceId } = actor;
  const row = authorize(actor, 'commission:reverse', await loadRow(work, actor, id));
  const payout = (await listPayouts(work.db, { workspaceId, id })).find((each) => each.id === payoutId);
  if (payout === undefined) throw notFound('payout');
  if (!payout.canReverse) throw new AppError('RULE_BROKEN', 'This payout was already reversed.');
  const { cents, shares } = payout;
  const change = { paid_cents: row.paid_cents - cents, due_changed_at: work.now };
  if (!(await updateCommission(work.db, { workspaceId, id, version, change })))
    throw staleVersion(await getCommission(work, actor, id));
  await insertPayout(work.db, {
    workspace_id: workspaceId,
    id: newId(),
    commission_id: id,
    cents: -cents,
    shares: JSON.stringify(shares.map((share) => ({ ...share, cents: -share.cents }))),
    paid_on: toCalendarDate(work.now, actor.timeZone),
    reference: null,
    reverses_id: payoutId,
    reversal_reason: reason,
    created_by: actor.userId,
    created_at: work.now,
  });
  work.audit({ reason, payoutId, cents });
  return publishAndReload(work, actor, { row, type: 'commission.payout_reversed', detail: { reason } });
}

/** What is left to pay of each share after the payouts. */
function subtractPaid(
  shares: readonly PayoutShare[],
  payouts: readonly { readonly shares: readonly PayoutShare[] }[],
): PayoutShare[] {
  const paid = payouts.flatMap((payout) => payout.shares);
  return shares.map(({ role, userId, cents }) => ({
    role,
    userId,
    cents: paid.reduce((rest, share) => (share.role === role ? rest - share.cents : rest), cents),
  }));
}
