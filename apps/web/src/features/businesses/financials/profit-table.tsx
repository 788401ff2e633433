import { profitLineLabels, type FinancialPeriod } from '@handover/contract/businesses/financials.ts';
import type { Period } from '@handover/domain/recast/periods.ts';
import {
  calculateEbitda,
  calculateNetIncome,
  profitLines,
  type ProfitAndLoss,
  type ProfitLine,
} from '@handover/domain/recast/recast.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import type { ReactElement } from 'react';
import { Amount, FigureTable } from './figure-table.tsx';
import { formatPeriod } from './financial-labels.ts';
import { parseCents, toLines, type DraftColumn } from './profit-draft.ts';
import styles from './financials.module.css';

const results: readonly (readonly [label: string, valueOf: (lines: ProfitAndLoss) => number])[] = [
  ['Net income', calculateNetIncome],
  ['EBITDA', calculateEbitda],
];

interface ProfitTableProps {
  periods: readonly FinancialPeriod[];
  currency: string;
}

/** Saved statements side by side. */
export function ProfitTable({ periods, currency }: ProfitTableProps): ReactElement {
  return (
    <FigureTable caption={`Profit and loss, in ${currency}`} columns={periods.map(formatPeriod)}>
      {profitLines.map((line) => (
        <tr key={line}>
          <th scope="row">{profitLineLabels[line]}</th>
          {periods.map((period) => (
            <Amount key={formatPeriod(period)} cents={period.lines[line] ?? null} />
          ))}
        </tr>
      ))}
      <Results columns={periods.map(({ year, month, lines }) => ({ year, month, lines }))} />
    </FigureTable>
  );
}

interface ProfitInputsProps {
  columns: readonly DraftColumn[];
  currency: string;
  onCell: (cell: { period: Period; line: ProfitLine; text: string }) => void;
  onRemove: (period: Period) => void;
}

/** The same table with an input in each cell. */
export function ProfitInputs({ columns, currency, onCell, onRemove }: ProfitInputsProps): ReactElement {
  return (
    <FigureTable
      caption={`Profit and loss, in ${currency}`}
      columns={columns.map((column) => (
        <span key={formatPeriod(column)} className={styles['heading']}>
          {formatPeriod(column)}
          <button type="button" className={styles['remove']} onClick={() => onRemove(column)}>
            <Icon name="solar:close-circle-linear" size={16} label={`Remove ${formatPeriod(column)}`} />
          </button>
        </span>
      ))}
    >
      {profitLines.map((line) => (
        <tr key={line}>
          <th scope="row">{profitLineLabels[line]}</th>
          {columns.map((column) => (
            <td key={formatPeriod(column)} className={styles['cell']}>
              <input
                aria-label={`${profitLineLabels[line]}, ${formatPeriod(column)}`}
                aria-invalid={parseCents(column.texts[line]) === null}
                inputMode="decimal"
                autoComplete="off"
                value={column.texts[line] ?? ''}
                onChange={(event) => onCell({ period: column, line, text: event.target.value })}
              />
            </td>
          ))}
        </tr>
      ))}
      <Results columns={columns.map((column) => ({ ...column, lines: toLines(column) }))} />
    </FigureTable>
  );
}

function Results({ columns }: { columns: readonly (Period & { lines: ProfitAndLoss })[] }): ReactElement {
  return (
    <>
      {results.map(([label, valueOf]) => (
        <tr key={label} className={styles['total']}>
          <th scope="row">{label}</th>
          {columns.map((column) => (
            <Amount key={formatPeriod(column)} cents={valueOf(column.lines)} />
          ))}
        </tr>
      ))}
    </>
  );
}
