import type {
  CommissionDetail,
  removeEarnOut as removeLast,
} from '@handover/contract/commission/commissions.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { AppError, notFound } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { calculateAmountsWithEarnOuts } from './commission-amounts.ts';
import { authorize } from './commissions.policy.ts';
import { loadRow, publishAndReload, writeEarnOuts } from './commissions.service.ts';

/**
 * Removes the last earn-out: base, fee, and shares are computed again without it. Throws NOT_FOUND, FORBIDDEN without
 * one, RULE_BROKEN once the commission on it is paid out, STALE_VERSION with the current commission.
 */
export async function removeEarnOut(
  work: Work,
  actor: Member,
  { id, input: { version, reason } }: { id: string; input: BodyOf<typeof removeLast> },
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
