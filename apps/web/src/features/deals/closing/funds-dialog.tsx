import {
  updateDealClosing,
  type DealClosing,
  type FundsFlowLine,
} from '@handover/contract/deals/deal-closing.ts';
import type { DealDetail } from '@handover/contract/deals/deals.ts';
import { calculateFundsDifferenceCents, startFundsFlow } from '@handover/domain/deals/funds-flow.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { offersQuery } from '../offers/offers.queries.ts';
import { useDealChange } from './closing.queries.ts';
import styles from './closing.module.css';

/** A line as typed. */
interface Line {
  id: number;
  side: FundsFlowLine['side'];
  label: string;
  amount: string;
}

interface FundsDialogProps {
  deal: DealDetail;
  closing: DealClosing;
  onClose: () => void;
}

/** Edits all lines of the funds flow, and shows what is missing to balance them. */
export default function FundsDialog({ deal, closing, onClose }: FundsDialogProps): ReactElement {
  const { currency } = deal;
  const { data: offers = [] } = useQuery(offersQuery(deal.id));
  const [lines, setLines] = useState(() => toLines(closing.fundsFlow));
  const { version, save } = useOpenedVersion(closing.version, closing.fundsFlow);
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const accepted = offers.find(({ state, kind }) => state === 'accepted' && kind === 'loi');
  const { run, isPending } = useDealChange({
    act: (fundsFlow: FundsFlowLine[]) =>
      save(send(updateDealClosing, { params: { id: deal.id }, body: { version, fundsFlow } })),
    done: 'Funds flow saved',
    onDone: onClose,
    onError: (error) => setFailure(getErrorMessage(error)),
  });
  const parsed = lines.map(({ side, label, amount }) => ({
    side,
    label: label.trim(),
    amountCents: parseMoney(amount) ?? 0,
  }));
  const difference = calculateFundsDifferenceCents(parsed);
  const change = (id: number, part: Partial<Line>): void =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (parsed.every(({ label, amountCents }) => label !== '' && amountCents > 0)) run(parsed);
  };
  return (
    <FormDialog
      draft={{
        name: `funds-flow:${deal.id}`,
        version: closing.version,
        values: { lines },
        restore: (typed) => setLines(typed.lines),
      }}
      maxWidth="md"
      title="Funds flow"
      submitLabel="Save"
      failure={failure}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {lines.map((line, index) => (
        <div key={line.id} className={styles['fundsRow']}>
          <LabeledSelect
            label="Type"
            value={line.side}
            onChange={({ target }) => change(line.id, { side: target.value === 'use' ? 'use' : 'source' })}
          >
            <option value="source">Source</option>
            <option value="use">Use</option>
          </LabeledSelect>
          <LabeledInput
            label="Item"
            value={line.label}
            autoComplete="off"
            error={isChecked && line.label.trim() === '' ? 'Required' : undefined}
            onChange={({ target }) => change(line.id, { label: target.value })}
          />
          <LabeledInput
            label="Amount"
            value={line.amount}
            inputMode="decimal"
            autoComplete="off"
            error={isChecked && (parseMoney(line.amount) ?? 0) <= 0 ? 'Enter an amount above 0' : undefined}
            endAdornment={<InputAdornment position="end">{currency}</InputAdornment>}
            onChange={({ target }) => change(line.id, { amount: target.value })}
          />
          <Button
            size="small"
            variant="text"
            color="inherit"
            aria-label={`Remove line ${String(index + 1)}`}
            onClick={() => setLines(lines.filter(({ id }) => id !== line.id))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div className={styles['top']}>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() =>
            setLines([...lines, { id: getNextId(lines), side: 'source', label: '', amount: '' }])
          }
        >
          Add line
        </Button>
        {lines.length === 0 && accepted !== undefined && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => setLines(toLines(startFundsFlow(accepted, deal.financing?.loanCents ?? 0)))}
          >
            Start from the accepted offer
          </Button>
        )}
      </div>
      {difference !== null && (
        <p role="status" className={styles['note']}>
          {difference === 0 ? (
            'Balanced'
          ) : (
            <>
              Sources minus uses: <MoneyText amountCents={difference} currency={currency} />
            </>
          )}
        </p>
      )}
    </FormDialog>
  );
}

function toLines(lines: readonly FundsFlowLine[]): Line[] {
  return lines.map(({ side, label, amountCents }, id) => ({
    id,
    side,
    label,
    amount: formatMoneyInput(amountCents),
  }));
}

function getNextId(lines: readonly Line[]): number {
  return Math.max(-1, ...lines.map(({ id }) => id)) + 1;
}
