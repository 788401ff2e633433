import { profitLineLabels } from '@handover/contract/businesses/financials.ts';
import { readPastedTable, type PastedRow, type PastedTable } from '@handover/domain/recast/paste.ts';
import { calculateNetIncome, profitLines, type ProfitLine } from '@handover/domain/recast/recast.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import Alert from '@mui/material/Alert';
import { useState, type ReactElement } from 'react';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { Amount, formatAmount, FigureTable } from './figure-table.tsx';
import { formatPeriod } from './financial-labels.ts';
import { applyPaste, toLines } from './profit-draft.ts';
import styles from './financials.module.css';

interface PasteDialogProps {
  /** `lines` has the line of each row; null skips it. */
  onApply: (table: PastedTable, lines: readonly (ProfitLine | null)[]) => void;
  onClose: () => void;
}

/** Accepts a table copied from a spreadsheet, and shows the line that each row is mapped to. */
export default function PasteDialog({ onApply, onClose }: PasteDialogProps): ReactElement {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, ProfitLine | null>>(new Map());
  const [failure, setFailure] = useState<string | undefined>();
  const table = readPastedTable(text);
  const lines = (table?.rows ?? []).map(({ line, isTotal }, index) =>
    chosen.has(index) ? (chosen.get(index) ?? null) : (line ?? (isTotal ? null : 'otherExpenses')),
  );
  const bad = (table?.rows ?? []).flatMap(({ errors }, index) => (lines[index] === null ? [] : errors));
  const submit = (): void => {
    if (table === null || lines.every((line) => line === null))
      return setFailure('Paste a table whose first row has years or months, such as 2024 or Jan 2025.');
    if (bad.length > 0)
      return setFailure(
        `Not an amount: ${bad.map((one) => one.text).join(', ')}. Correct it, or skip the row.`,
      );
    onApply(table, lines);
  };
  return (
    <FormDialog
      draft={null}
      title="Paste from spreadsheet"
      submitLabel="Use these figures"
      maxWidth="md"
      failure={failure}
      isPending={false}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <div className={styles['paste']}>
        <LabeledInput
          label="Table"
          hint="Include the header row. Subtotals are skipped; unknown rows count as other expenses."
          multiline
          minRows={6}
          maxRows={10}
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(new Map());
            setFailure(undefined);
          }}
        />
      </div>
      {table !== null && (
        <div className={styles['paste']}>
          <FigureTable caption="Row mapping" columns={['Line', ...table.periods.map(formatPeriod)]}>
            {table.rows.map((row, index) => (
              <Row
                key={index}
                row={row}
                line={lines[index] ?? null}
                onLine={(line) => setChosen(new Map(chosen).set(index, line))}
              />
            ))}
          </FigureTable>
          <NetIncomeCheck table={table} lines={lines} />
          <OwnerPayCheck lines={lines} />
        </div>
      )}
    </FormDialog>
  );
}

interface NetIncomeCheckProps {
  table: PastedTable;
  lines: readonly (ProfitLine | null)[];
}

/** Compares the net income of the chosen lines with the table's own. */
function NetIncomeCheck({ table, lines }: NetIncomeCheckProps): ReactElement | null {
  if (table.netIncomeCents === null) return null;
  const columns = applyPaste([], table, lines);
  const differing = table.periods.flatMap((period, index) => {
    const stated = table.netIncomeCents?.[index] ?? null;
    const column = columns.find(({ year, month }) => year === period.year && month === period.month);
    const computed = column === undefined ? 0 : calculateNetIncome(toLines(column));
    return stated === null || stated === computed
      ? []
      : [`${formatPeriod(period)}: ${formatAmount(computed)} instead of ${formatAmount(stated)}`];
  });
  return differing.length === 0 ? (
    <p className={styles['remark']}>Net income matches the table.</p>
  ) : (
    <p className={styles['error']}>Net income differs. {differing.join('; ')}.</p>
  );
}

/** SDE adds back the pay of one owner. */
function OwnerPayCheck({ lines }: Pick<NetIncomeCheckProps, 'lines'>): ReactElement | null {
  const rows = lines.filter((line) => line === 'ownerPay').length;
  if (rows < 2) return null;
  return (
    <Alert severity="warning">
      {rows} rows are owner’s pay. SDE adds back the pay of only one owner. If they are the pay of several
      owners, change the others to other payroll.
    </Alert>
  );
}

interface RowProps {
  row: PastedRow;
  line: ProfitLine | null;
  onLine: (line: ProfitLine | null) => void;
}

function Row({ row: { label, cents, errors }, line, onLine }: RowProps): ReactElement {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <select
          aria-label={`Line item for ${label}`}
          value={line ?? ''}
          onChange={({ target }) => onLine(profitLines.find((one) => one === target.value) ?? null)}
        >
          <option value="">Skip</option>
          {profitLines.map((one) => (
            <option key={one} value={one}>
              {profitLineLabels[one]}
            </option>
          ))}
        </select>
      </td>
      {cents.map((amount, index) => {
        const error = errors.find((one) => one.index === index);
        return error === undefined ? (
          <Amount key={index} cents={amount} />
        ) : (
          <td key={index} className={styles['error']}>
            {error.text}
          </td>
        );
      })}
    </tr>
  );
}
