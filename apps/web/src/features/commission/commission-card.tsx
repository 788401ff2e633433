import {
  commissionRoleNames,
  openCommissionStatement,
  type CommissionDetail,
} from '@handover/contract/commission/commissions.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { RailCard, RailFacts, RailLink } from '#shared/records/page/rail.tsx';
import { CommissionStatusLabel } from './commission-labels.tsx';
import { commissionQuery, useFailureToast } from './commissions.queries.ts';
import styles from './commission.module.css';

const FinalizeDialog = lazy(() => import('./finalize-dialog.tsx'));
const NoCommissionDialog = lazy(() => import('./correction-dialogs.tsx'));
const ReopenDialog = lazy(async () => ({ default: (await import('./correction-dialogs.tsx')).ReopenDialog }));
const RemoveEarnOutDialog = lazy(async () => ({
  default: (await import('./correction-dialogs.tsx')).RemoveEarnOutDialog,
}));
const ReversePayoutDialog = lazy(async () => ({
  default: (await import('./correction-dialogs.tsx')).ReversePayoutDialog,
}));
const PaymentDialog = lazy(() => import('./payment-dialogs.tsx'));
const EarnOutDialog = lazy(async () => ({ default: (await import('./payment-dialogs.tsx')).EarnOutDialog }));

type Dialog = 'finalize' | 'no_commission' | 'pay' | 'earn_out' | 'remove_earn_out' | 'reverse' | 'reopen';

interface CommissionCardProps {
  dealId: string;
  /** When the deal entered its stage. */
  stageEnteredAt: string;
}

/**
 * The commission of a deal: amount, shares, payments, and the next step. Renders nothing for members without a share.
 */
export default function CommissionCard({ dealId, stageEnteredAt }: CommissionCardProps): ReactElement | null {
  const { data: commission } = useQuery(commissionQuery(dealId));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { timeZone } = useUser();
  if (commission === undefined || commission === null) return null;
  const stageDay = toCalendarDate(new Date(stageEnteredAt), timeZone);
  const onClose = (): void => setDialog(null);
  return (
    <RailCard title="Commission" action={<Actions commission={commission} onOpen={setDialog} />}>
      <Amounts commission={commission} />
      <Shares commission={commission} />
      <Payments commission={commission} />
      <div className={styles['actions']}>
        {commission.abilities.canFinalize && (
          <Button
            size="small"
            onClick={() => setDialog(commission.terms === null ? 'no_commission' : 'finalize')}
          >
            Finalize
          </Button>
        )}
        {commission.abilities.canPay && (
          <Button size="small" onClick={() => setDialog('pay')}>
            Record payout
          </Button>
        )}
      </div>
      <Suspense>
        {dialog === 'finalize' && (
          <FinalizeDialog
            commission={commission}
            stageDay={stageDay}
            onNoCommission={() => setDialog('no_commission')}
            onClose={onClose}
          />
        )}
        {dialog === 'no_commission' && (
          <NoCommissionDialog commission={commission} stageDay={stageDay} onClose={onClose} />
        )}
        {dialog === 'pay' && <PaymentDialog commission={commission} onClose={onClose} />}
        {dialog === 'reopen' && <ReopenDialog commission={commission} onClose={onClose} />}
        {dialog === 'remove_earn_out' && <RemoveEarnOutDialog commission={commission} onClose={onClose} />}
        {dialog === 'reverse' && <ReversePayoutDialog commission={commission} onClose={onClose} />}
        {dialog === 'earn_out' && <EarnOutDialog commission={commission} onClose={onClose} />}
      </Suspense>
    </RailCard>
  );
}

interface ActionsProps {
  commission: CommissionDetail;
  onOpen: (dialog: Dialog) => void;
}

function Actions({ commission, onOpen }: ActionsProps): ReactElement | null {
  const { id, status, payouts, abilities } = commission;
  const onError = useFailureToast();
  const { mutate } = useMutation({
    mutationFn: () => send(openCommissionStatement, { params: { id } }),
    onSuccess: ({ ticket }) => downloadTicket(ticket),
    onError,
  });
  if (status === 'expected' || status === 'to_finalize') return null;
  const earnOut: MenuAction = {
    label: 'Record earn-out',
    icon: 'solar:add-circle-linear',
    onSelect: () => onOpen('earn_out'),
  };
  const removeEarnOut: MenuAction = {
    label: 'Remove last earn-out',
    icon: 'solar:close-circle-linear',
    onSelect: () => onOpen('remove_earn_out'),
  };
  const reverse: MenuAction = {
    label: 'Reverse payout',
    icon: 'solar:undo-left-linear',
    onSelect: () => onOpen('reverse'),
  };
  const reopen: MenuAction = {
    label: 'Reopen',
    icon: 'solar:restart-linear',
    onSelect: () => onOpen('reopen'),
  };
  return (
    <MenuButton
      isIconOnly
      label="Commission actions"
      actions={[
        { label: 'Download statement', icon: 'solar:file-text-linear', onSelect: () => mutate() },
        ...(abilities.canAddEarnOut ? [earnOut] : []),
        ...(abilities.canRemoveEarnOut ? [removeEarnOut] : []),
        ...(payouts.some(({ canReverse }) => canReverse) ? [reverse] : []),
        ...(abilities.canReopen ? [reopen] : []),
      ]}
    />
  );
}

function Amounts({ commission }: { commission: CommissionDetail }): ReactElement {
  const { status, currency, dueCents, totalCents, baseCents, feeCents, creditCents, paidCents, terms } =
    commission;
  const money = (cents: number | null) =>
    cents === null ? null : <MoneyText amountCents={cents} currency={currency} isPrice />;
  return (
    <>
      <p className={styles['headline']}>
        <strong>{dueCents === null ? 'No amount' : money(dueCents)}</strong>
        <CommissionStatusLabel status={status} />
      </p>
      {totalCents !== dueCents && <p className={styles['remark']}>Your share of {money(totalCents)}</p>}
      {dueCents === null && (
        <p className={styles['remark']}>
          {explainMissingAmount(commission)}{' '}
          <RailLink to={`${recordInfo.business.path}${commission.business.id}`}>Open business</RailLink>
        </p>
      )}
      <RailFacts
        isMoney
        facts={[
          ['Commission base', money(baseCents)],
          [terms?.feeTableName ?? 'Fee', money(feeCents)],
          ['Retainers', creditCents === 0 || feeCents === null ? null : <>−{money(creditCents)}</>],
          [
            'Weighted commission',
            commission.weightedCents === null ? null : (
              <MoneyText
                key="weighted"
                amountCents={commission.weightedCents}
                currency={currency}
                isEstimate
              />
            ),
          ],
          ['Paid out', paidCents === 0 ? null : money(paidCents)],
          ['Closed', commission.closedOn === null ? null : formatDate(commission.closedOn)],
        ]}
      />
      {commission.noCommissionReason !== null && (
        <p className={styles['remark']}>Reason: {commission.noCommissionReason}</p>
      )}
      {commission.claim === 'tail' && (
        <p className={styles['remark']}>Earned during the tail by a protected buyer.</p>
      )}
    </>
  );
}

const unearnedReasons = {
  before_term: 'The term of the engagement letter starts after the expected close.',
  not_protected:
    'The term of the engagement letter ends before the deal closes, and the buyer is not on the protected list.',
  tail_over: 'The tail of the engagement letter ends before the deal closes.',
} as const;

function explainMissingAmount({ claim, terms }: CommissionDetail): string {
  if (terms === null) return 'The business has no signed engagement letter.';
  return claim === null || claim === 'term' || claim === 'tail'
    ? 'The business has no price.'
    : unearnedReasons[claim];
}

function Shares({ commission: { shares, currency } }: { commission: CommissionDetail }): ReactElement | null {
  if (shares.length === 0) return null;
  return (
    <>
      <h3 className={styles['subtitle']}>Shares</h3>
      <ul className={styles['lines']}>
        {shares.map(({ role, name, cents }) => (
          <li key={role}>
            <span>
              {role === 'brokerage' ? commissionRoleNames.brokerage : name}
              {role !== 'brokerage' && <small>{commissionRoleNames[role]}</small>}
            </span>
            <MoneyText amountCents={cents} currency={currency} isPrice />
          </li>
        ))}
      </ul>
    </>
  );
}

function Payments({ commission }: { commission: CommissionDetail }): ReactElement | null {
  const { payouts, earnOuts, currency } = commission;
  if (payouts.length === 0 && earnOuts.length === 0) return null;
  return (
    <>
      <h3 className={styles['subtitle']}>Payments</h3>
      <ul className={styles['lines']}>
        {earnOuts.map(({ cents, paidOn }, index) => (
          <li key={`earn-out ${String(index)}`}>
            <span>
              Earn-out paid to the seller<small>{formatDate(paidOn)}</small>
            </span>
            <MoneyText amountCents={cents} currency={currency} isPrice />
          </li>
        ))}
        {payouts.map(({ id, cents, paidOn, reference, reversalReason }) => (
          <li key={id}>
            <span>
              {reversalReason === null ? 'Paid out' : 'Payout reversed'}
              <small>{[formatDate(paidOn), reversalReason ?? reference].filter(Boolean).join(' · ')}</small>
            </span>
            <MoneyText amountCents={cents} currency={currency} isPrice />
          </li>
        ))}
      </ul>
    </>
  );
}
