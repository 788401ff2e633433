import {
  updateDeal,
  updateDealBody,
  type DealDetail,
  type DealFinancing,
} from '@handover/contract/deals/deals.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import type { ReactElement } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { useDealChange } from '../closing/closing.queries.ts';

interface FinancingValues {
  kind: 'none' | 'cash' | 'loan';
  financing: { lender: string; loanCents: string; dscr: string };
}

/** How the buyer pays: in cash, or with a loan as in the lender’s term sheet. */
export default function FinancingDialog({
  deal,
  onClose,
}: {
  deal: DealDetail;
  onClose: () => void;
}): ReactElement {
  const { id, currency, financing } = deal;
  const { version, save } = useOpenedVersion(deal.version, financing);
  const form = useForm<FinancingValues>({
    resolver: createBodyResolver<FinancingValues>(updateDealBody, (values) => ({
      version,
      financing: toFinancing(values),
    })),
    defaultValues: {
      kind: financing?.kind ?? 'none',
      financing: {
        lender: financing?.lender ?? '',
        loanCents: financing?.loanCents == null ? '' : formatMoneyInput(financing.loanCents),
        dscr: financing?.dscr == null ? '' : (financing.dscr / 100).toFixed(2),
      },
    },
  });
  const { control } = form;
  const { run, isPending } = useDealChange({
    act: (values: FinancingValues) =>
      save(send(updateDeal, { params: { id }, body: { version, financing: toFinancing(values) } })),
    done: 'Financing saved',
    onDone: onClose,
    onError: (error) =>
      applyServerErrors(error, form.setError, ['financing.lender', 'financing.loanCents', 'financing.dscr']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`financing:${id}`, form, version)}
      title="Financing"
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <FormSelect control={control} name="kind" label="Paying with">
        <option value="none">Not decided yet</option>
        <option value="cash">Cash</option>
        <option value="loan">Loan</option>
      </FormSelect>
      {useWatch({ control, name: 'kind' }) === 'loan' && (
        <>
          <FormTextField control={control} name="financing.lender" label="Lender" autoComplete="off" />
          <FormTextField
            control={control}
            name="financing.loanCents"
            label="Loan"
            inputMode="decimal"
            autoComplete="off"
            endAdornment={<InputAdornment position="end">{currency}</InputAdornment>}
          />
          <FormTextField
            control={control}
            name="financing.dscr"
            label="DSCR"
            hint="Debt service coverage ratio from the term sheet, such as 1.25"
            inputMode="decimal"
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  );
}

/** NaN if the text is not a number; the contract’s schema rejects it. */
function toFinancing({ kind, financing: { lender, loanCents, dscr } }: FinancingValues): DealFinancing {
  if (kind === 'none') return null;
  if (kind === 'cash') return { kind };
  const ratio = dscr.trim() === '' ? null : (parseNumber(dscr) ?? Number.NaN);
  return {
    kind,
    lender: lender.trim() === '' ? null : lender,
    loanCents: loanCents.trim() === '' ? null : (parseMoney(loanCents) ?? Number.NaN),
    dscr: ratio === null ? null : Number((ratio * 100).toFixed(6)),
  };
}
