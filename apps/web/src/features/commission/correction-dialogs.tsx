import {
  finalizeWithoutCommission,
  noCommissionBody,
  correctionBody,
  removeEarnOut,
  reopenCommission,
  reversePayout,
  type CommissionDetail,
} from '@handover/contract/commission/commissions.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import type { ReactElement, ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useCommissionChange } from './commissions.queries.ts';
import styles from './commission.module.css';

interface NoCommissionDialogProps {
  commission: CommissionDetail;
  /** `YYYY-MM-DD`, when the deal closed. */
  stageDay: string;
  onClose: () => void;
}

interface NoCommissionValues {
  closedOn: string;
  reason: string;
}

/** Finalizes a closed deal that owes no commission. */
export default function NoCommissionDialog({
  commission: { id, terms },
  stageDay,
  onClose,
}: NoCommissionDialogProps): ReactElement {
  const form = useForm<NoCommissionValues>({
    resolver: createBodyResolver<NoCommissionValues>(noCommissionBody, (values) => values),
    defaultValues: { closedOn: stageDay, reason: '' },
  });
  const { run, isPending } = useCommissionChange({
    dealId: id,
    act: (body: NoCommissionValues) => send(finalizeWithoutCommission, { params: { id }, body }),
    done: 'Finalized without commission',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['closedOn', 'reason']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`no-commission:${id}`, form)}
      title="No commission"
      submitLabel="Finalize"
      failure={form.formState.errors.root?.message}
      notice={
        <p className={styles['remark']}>
          {terms === null
            ? 'The business has no signed engagement letter. Record one to finalize with a commission.'
            : 'The deal closed without a commission, for example because of a carve-out.'}
        </p>
      }
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="closedOn" label="Closed on" type="date" />
      <FormTextField
        control={form.control}
        name="reason"
        label="Reason"
        autoComplete="off"
        inputProps={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

interface CorrectionDialogProps {
  commission: CommissionDetail;
  onClose: () => void;
}

interface ReasonDialogProps extends CorrectionDialogProps {
  title: string;
  submitLabel: string;
  notice: ReactNode;
  done: string;
  act: (body: Correction) => Promise<{ commission: CommissionDetail }>;
}

type Correction = BodyOf<typeof reopenCommission>;

/** A correction with its reason. */
function ReasonDialog(props: ReasonDialogProps): ReactElement {
  const { commission, onClose, title, submitLabel, notice, done, act } = props;
  const { id, version } = commission;
  const toBody = ({ reason }: { reason: string }): Correction => ({ version, reason });
  const form = useForm<{ reason: string }>({
    resolver: createBodyResolver<{ reason: string }>(correctionBody, toBody),
    defaultValues: { reason: '' },
  });
  const { run, isPending } = useCommissionChange({
    dealId: id,
    act,
    done,
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['reason']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`commission-correction:${title}:${id}`, form)}
      title={title}
      submitLabel={submitLabel}
      failure={form.formState.errors.root?.message}
      notice={<p className={styles['remark']}>{notice}</p>}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="reason"
        label="Reason"
        autoComplete="off"
        autoFocus
        inputProps={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

/** Reopens a final commission, so that it can be corrected and finalized again. */
export function ReopenDialog(props: CorrectionDialogProps): ReactElement {
  const params = { id: props.commission.id };
  return (
    <ReasonDialog
      {...props}
      title="Reopen commission"
      submitLabel="Reopen"
      notice="The commission can then be finalized again. Its shares and earn-outs are removed."
      done="Commission reopened"
      act={(body) => send(reopenCommission, { params, body })}
    />
  );
}

/** Removes the last earn-out, if its commission is not paid out yet. */
export function RemoveEarnOutDialog(props: CorrectionDialogProps): ReactElement {
  const { id, currency, earnOuts } = props.commission;
  const last = earnOuts.at(-1);
  return (
    <ReasonDialog
      {...props}
      title="Remove last earn-out"
      submitLabel="Remove"
      notice={
        last !== undefined && (
          <>
            The earn-out of <MoneyText amountCents={last.cents} currency={currency} /> on{' '}
            {formatDate(last.paidOn)} is removed, and the commission is computed again without it.
          </>
        )
      }
      done="Earn-out removed"
      act={(body) => send(removeEarnOut, { params: { id }, body })}
    />
  );
}

/** Reverses the last unreversed payout; both entries remain on record. */
export function ReversePayoutDialog(props: CorrectionDialogProps): ReactElement | null {
  const { id, currency, payouts } = props.commission;
  const payout = payouts.findLast(({ canReverse }) => canReverse);
  if (payout === undefined) return null;
  return (
    <ReasonDialog
      {...props}
      title="Reverse payout"
      submitLabel="Reverse"
      notice={
        <>
          The payout of <MoneyText amountCents={payout.cents} currency={currency} /> on{' '}
          {formatDate(payout.paidOn)} is reversed, and the amount is due again. Both stay on the statement.
        </>
      }
      done="Payout reversed"
      act={(body) => send(reversePayout, { params: { id, payoutId: payout.id }, body })}
    />
  );
}
