import {
  finalizeCommission,
  finalizeCommissionBody,
  type CommissionDetail,
} from '@handover/contract/commission/commissions.ts';
import { engagementFieldLabels, partLabels } from '@handover/contract/businesses/engagement-letters.ts';
import {
  calculateCommissionBase,
  considerationParts,
  calculateDueCommission,
  type ConsiderationPart,
} from '@handover/domain/commission/commission.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { finalPreviewQuery, useCommissionChange } from './commissions.queries.ts';
import styles from './commission.module.css';

type Part = Exclude<ConsiderationPart, 'earnOut'>;
/** An earn-out is recorded once it is paid. */
const parts = considerationParts.filter((part): part is Part => part !== 'earnOut');

interface Values {
  closedOn: string;
  consideration: Record<Part, string>;
}

interface FinalizeDialogProps {
  commission: CommissionDetail;
  /** `YYYY-MM-DD`, when the deal closed. */
  stageDay: string;
  onNoCommission: () => void;
  onClose: () => void;
}

/** Asks for the price as paid; terms and shares are final afterward. */
export default function FinalizeDialog({
  commission,
  stageDay,
  onNoCommission,
  onClose,
}: FinalizeDialogProps): ReactElement {
  const { id, currency, consideration } = commission;
  const form = useForm<Values>({
    resolver: createBodyResolver<Values>(finalizeCommissionBody, toBody),
    defaultValues: {
      closedOn: stageDay,
      consideration: {
        cash: formatAmount(consideration.cash),
        sellerNote: formatAmount(consideration.sellerNote),
        assumedDebt: formatAmount(consideration.assumedDebt),
        inventory: formatAmount(consideration.inventory),
        realEstate: formatAmount(consideration.realEstate),
      },
    },
  });
  const { control } = form;
  const typed = useWatch({ control });
  const closedOn = typed.closedOn ?? '';
  const preview = useQuery({
    ...finalPreviewQuery(id, closedOn),
    enabled: /^\d{4}-\d\d-\d\d$/u.test(closedOn),
  });
  const final = preview.data;
  const { run, isPending } = useCommissionChange({
    dealId: id,
    act: (body: ReturnType<typeof toBody>) => send(finalizeCommission, { params: { id }, body }),
    done: 'Commission finalized',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['closedOn', 'consideration.cash']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`final-commission:${id}`, form)}
      title="Finalize commission"
      submitLabel="Finalize"
      failure={form.formState.errors.root?.message}
      notice={
        <>
          <p className={styles['remark']}>
            Confirm the price paid at closing; it starts with the agreed terms. Later changes to the
            engagement letter do not affect this commission.
          </p>
          {final !== undefined && final.carveOuts !== null && (
            <p className={styles['carveOuts']}>
              <strong>{engagementFieldLabels.carveOuts}:</strong> {final.carveOuts}
            </p>
          )}
        </>
      }
      aside={
        <Button variant="text" color="inherit" onClick={onNoCommission}>
          No commission
        </Button>
      }
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField control={control} name="closedOn" label="Closed on" type="date" />
      {parts.map((part) => (
        <FormTextField
          key={part}
          control={control}
          name={`consideration.${part}`}
          label={partLabels[part]}
          inputMode="decimal"
          autoComplete="off"
          endAdornment={<InputAdornment position="end">{currency}</InputAdornment>}
          {...(final?.terms?.countedParts.includes(part) === false && { hint: 'No commission on this part' })}
        />
      ))}
      {preview.error !== null && <p className={styles['preview']}>{getErrorMessage(preview.error)}</p>}
      {final !== undefined && <Preview commission={final} values={typed} />}
    </FormDialog>
  );
}

function formatAmount(cents: number | undefined): string {
  return cents === undefined || cents === 0 ? '' : formatMoneyInput(cents);
}

interface PreviewProps {
  commission: CommissionDetail;
  values: { consideration?: Partial<Record<Part, string>> };
}

/** The commission for the amounts entered so far, under the terms as of closing. */
function Preview({
  commission: { terms, creditCents, currency },
  values,
}: PreviewProps): ReactElement | null {
  const amounts = parts.map((part) => {
    const text = values.consideration?.[part]?.trim() ?? '';
    return [part, text === '' ? 0 : parseMoney(text)] as const;
  });
  if (terms === null || amounts.some(([, cents]) => cents === null || cents < 0)) return null;
  const price = Object.fromEntries(amounts.map(([part, cents]) => [part, cents ?? 0]));
  if (amounts.every(([, cents]) => cents === 0)) return null;
  const base = calculateCommissionBase(price, terms.countedParts);
  return (
    <p className={styles['preview']} role="status">
      Commission:{' '}
      <strong>
        <MoneyText
          amountCents={calculateDueCommission(base, { ...terms, creditCents })}
          currency={currency}
        />
      </strong>{' '}
      on <MoneyText amountCents={base} currency={currency} isPrice />
    </p>
  );
}

function toBody({ closedOn, consideration }: Values) {
  const entered = parts.filter((part) => consideration[part].trim() !== '');
  const amounts = entered.map((part) => [part, parseMoney(consideration[part]) ?? Number.NaN] as const);
  return { closedOn, consideration: Object.fromEntries(amounts) };
}
