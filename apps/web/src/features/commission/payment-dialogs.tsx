import {
  addEarnOut,
  earnOutBody,
  payCommission,
  payoutBody,
  type CommissionDetail,
} from '@handover/contract/commission/commissions.ts';
import { parseMoney } from '@handover/domain/money.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { useCommissionChange } from './commissions.queries.ts';
import styles from './commission.module.css';

interface PaymentDialogProps {
  commission: CommissionDetail;
  onClose: () => void;
}

interface PayoutValues {
  paidOn: string;
  reference: string;
}

/** Records that the amount due was paid out to everyone with a share. */
export default function PayoutDialog({ commission, onClose }: PaymentDialogProps): ReactElement {
  const { id, version, currency, dueCents, paidCents } = commission;
  const toBody = ({ paidOn, reference }: PayoutValues) => ({
    version,
    paidOn,
    reference: reference.trim() === '' ? null : reference,
  });
  const form = useForm<PayoutValues>({
    resolver: createBodyResolver<PayoutValues>(payoutBody, toBody),
    defaultValues: { paidOn: useUser().today, reference: '' },
  });
  const { run, isPending } = useCommissionChange({
    dealId: id,
    act: (body: ReturnType<typeof toBody>) => send(payCommission, { params: { id }, body }),
    done: 'Payout recorded',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['paidOn', 'reference']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`payout:${id}`, form)}
      title="Record payout"
      submitLabel="Record payout"
      failure={form.formState.errors.root?.message}
      notice={
        <p className={styles['preview']}>
          <strong>
            <MoneyText amountCents={(dueCents ?? 0) - paidCents} currency={currency} />
          </strong>{' '}
          is due.
        </p>
      }
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="paidOn" label="Paid on" type="date" />
      <FormTextField
        control={form.control}
        name="reference"
        label="Reference"
        hint="For example: wire or check number"
        autoComplete="off"
        inputProps={{ maxLength: 120 }}
      />
    </FormDialog>
  );
}

interface EarnOutValues {
  cents: string;
  paidOn: string;
}

/** Records an earn-out that the buyer paid, which increases the commission. */
export function EarnOutDialog({ commission, onClose }: PaymentDialogProps): ReactElement {
  const { id, version, currency } = commission;
  const toBody = ({ cents, paidOn }: EarnOutValues) => ({
    version,
    paidOn,
    cents: parseMoney(cents) ?? Number.NaN,
  });
  const form = useForm<EarnOutValues>({
    resolver: createBodyResolver<EarnOutValues>(earnOutBody, toBody),
    defaultValues: { cents: '', paidOn: useUser().today },
  });
  const { run, isPending } = useCommissionChange({
    dealId: id,
    act: (body: ReturnType<typeof toBody>) => send(addEarnOut, { params: { id }, body }),
    done: 'Earn-out recorded',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['paidOn', 'cents']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`earn-out:${id}`, form)}
      title="Record earn-out"
      submitLabel="Record earn-out"
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="cents"
        label="Amount paid to the seller"
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        endAdornment={<InputAdornment position="end">{currency}</InputAdornment>}
      />
      <FormTextField control={form.control} name="paidOn" label="Paid on" type="date" />
    </FormDialog>
  );
}
