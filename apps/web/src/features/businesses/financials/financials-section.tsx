import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  toRecastYears,
  updateFinancials,
  type Financials,
  type UpdateFinancials,
} from '@handover/contract/businesses/financials.ts';
import type { Period } from '@handover/domain/recast/periods.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { AddBackList } from './add-back-list.tsx';
import { formatPeriod } from './financial-labels.ts';
import { financialsQuery, useFinancialsChange } from './financials.queries.ts';
import styles from './financials.module.css';
import {
  addPeriod,
  applyPaste,
  toChanges,
  listInvalidColumns,
  toDraftColumns,
  rebase,
  removePeriod,
  resolveConflicts,
  setCell,
  type DraftColumn,
} from './profit-draft.ts';
import { ProfitInputs, ProfitTable } from './profit-table.tsx';
import { RecastPart } from './recast-part.tsx';

const listNames = new Intl.ListFormat('en');

const PasteDialog = lazy(() => import('./paste-dialog.tsx'));

/** The statements of a business, their recast, and the add-backs. For staff only. */
export default function FinancialsSection({ business }: { business: BusinessDetail }): ReactElement {
  const { data, error, refetch } = useQuery(financialsQuery(business.id));
  if (data === undefined)
    return error === null ? (
      <ListSkeleton columns={['30%', '70%']} rows={6} rowHeight={36} />
    ) : (
      <FailedState
        title="The financials could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  const recasts = toRecastYears(data);
  return (
    <div className={styles['section']}>
      <ProfitPart business={business} financials={data} />
      {data.periods.length > 0 && (
        <>
          <AddBackList business={business} financials={data} recasts={recasts} />
          <RecastPart business={business} financials={data} recasts={recasts} />
        </>
      )}
    </div>
  );
}

interface ProfitPartProps {
  business: BusinessDetail;
  financials: Financials;
}

/** The profit and loss statement by year, or by month for one year. */
function ProfitPart({ business, financials: { periods } }: ProfitPartProps): ReactElement {
  const { canUpdate } = business.abilities;
  const name = `profit-and-loss:${business.id}`;
  const [isEditing, setEditing] = useState(useHasDraft(name) && canUpdate);
  const form = useDraftValues(name, { columns: toDraftColumns(periods) });
  const { columns, conflicts } = rebase(form.values.columns, periods);
  const [isPasting, setPasting] = useState(false);
  const [monthsOf, setMonthsOf] = useState<number | null>(null);
  const isShown = ({ year, month }: { year: number; month: number | null }): boolean =>
    monthsOf === null ? month === null : year === monthsOf && month !== null;
  const shown = periods.filter(isShown);
  const close = (): void => {
    form.discard();
    setEditing(false);
  };
  return (
    <section className={styles['part']} aria-label="Profit and loss">
      {isEditing && form.status}
      <div className={styles['top']}>
        <h2 className={styles['title']}>Profit and loss</h2>
        <PeriodMenu periods={isEditing ? columns : periods} value={monthsOf} onChange={setMonthsOf} />
        {canUpdate && (
          <>
            <Button variant="outlined" color="inherit" size="small" onClick={() => setPasting(true)}>
              Paste from spreadsheet
            </Button>
            {!isEditing && (
              <Button size="small" onClick={() => setEditing(true)}>
                {periods.length === 0 ? 'Enter figures' : 'Edit figures'}
              </Button>
            )}
          </>
        )}
      </div>
      {!isEditing && shown.length > 0 && <ProfitTable periods={shown} currency={business.currency} />}
      {!isEditing && shown.length === 0 && (
        <p className={styles['remark']}>
          {monthsOf === null
            ? 'No full years yet. Enter three years, or paste the table from a spreadsheet.'
            : `No months of ${String(monthsOf)} yet.`}
        </p>
      )}
      {isEditing && (
        <ProfitEditor
          business={business}
          draft={columns}
          conflicts={conflicts}
          monthsOf={monthsOf}
          onDraft={(changed) => form.change({ columns: changed })}
          onResolve={(kept) => form.change({ columns: resolveConflicts(columns, periods, kept) })}
          onClose={close}
        />
      )}
      {isPasting && (
        <Suspense>
          <PasteDialog
            onClose={() => setPasting(false)}
            onApply={(table, lines) => {
              form.change({ columns: applyPaste(columns, table, lines) });
              setEditing(true);
              const [first] = table.periods;
              setMonthsOf(first === undefined || first.month === null ? null : first.year);
              setPasting(false);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

interface ProfitEditorProps {
  business: BusinessDetail;
  draft: readonly DraftColumn[];
  conflicts: readonly DraftColumn[];
  monthsOf: number | null;
  onDraft: (draft: DraftColumn[]) => void;
  onResolve: (kept: 'mine' | 'theirs') => void;
  onClose: () => void;
}

function ProfitEditor({
  business,
  draft,
  conflicts,
  monthsOf,
  onDraft,
  onResolve,
  onClose,
}: ProfitEditorProps): ReactElement {
  const { today } = useUser();
  const changes = toChanges(draft);
  const { run, isPending } = useFinancialsChange({
    businessId: business.id,
    act: (periods: UpdateFinancials['periods']) =>
      send(updateFinancials, { params: { id: business.id }, body: { periods } }),
    done: 'Financials saved',
    onDone: onClose,
  });
  const change = (changed: DraftColumn[]): void => {
    if (!isPending) onDraft(changed);
  };
  const columns = draft
    .filter(
      ({ year, month, isRemoved }) =>
        !isRemoved && (monthsOf === null ? month === null : year === monthsOf && month !== null),
    )
    .sort((one, other) => other.year - one.year || (one.month ?? 0) - (other.month ?? 0));
  const invalid = listInvalidColumns(draft);
  const next = findNextPeriod(columns, { monthsOf, lastYear: Number(today.slice(0, 4)) - 1 });
  return (
    <>
      {conflicts.length > 0 && (
        <Alert severity="warning">
          <p>Someone else changed {listNames.format(conflicts.map(formatPeriod))} while you were editing.</p>
          <div className={styles['top']}>
            <Button size="small" onClick={() => onResolve('mine')}>
              Keep mine
            </Button>
            <Button size="small" variant="outlined" color="inherit" onClick={() => onResolve('theirs')}>
              Use theirs
            </Button>
          </div>
        </Alert>
      )}
      {columns.length > 0 && (
        <ProfitInputs
          columns={columns}
          currency={business.currency}
          onCell={(cell) => change(setCell(draft, cell))}
          onRemove={(period) => change(removePeriod(draft, period))}
        />
      )}
      {invalid.length > 0 && (
        <p className={styles['error']} role="alert">
          Enter amounts or leave cells blank in {listNames.format(invalid.map(formatPeriod))}.
        </p>
      )}
      <div className={styles['top']}>
        {next !== null && (
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            onClick={() => change(addPeriod(draft, next))}
          >
            {monthsOf === null ? `Add ${String(next.year)}` : 'Add month'}
          </Button>
        )}
        <Button variant="outlined" color="inherit" size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="small"
          loading={isPending}
          disabled={invalid.length > 0 || conflicts.length > 0}
          onClick={() => (changes.length === 0 ? onClose() : run(changes))}
        >
          Save figures
        </Button>
      </div>
    </>
  );
}

/** The year before the oldest column, the last full year without columns, or the next month; null after December. */
function findNextPeriod(
  columns: readonly DraftColumn[],
  { monthsOf, lastYear }: { monthsOf: number | null; lastYear: number },
): { year: number; month: number | null } | null {
  if (monthsOf === null) {
    if (!columns.some(({ year }) => year >= lastYear)) return { year: lastYear, month: null };
    const oldest = Math.min(...columns.map(({ year }) => year));
    return oldest <= 1990 ? null : { year: oldest - 1, month: null };
  }
  const last = Math.max(0, ...columns.map(({ month }) => month ?? 0));
  return last === 12 ? null : { year: monthsOf, month: last + 1 };
}

interface PeriodMenuProps {
  periods: readonly Period[];
  /** The year whose months are shown; null to show years. */
  value: number | null;
  onChange: (monthsOf: number | null) => void;
}

/** Chooses between years and the months of one year. */
function PeriodMenu({ periods, value, onChange }: PeriodMenuProps): ReactElement {
  const thisYear = Number(useUser().today.slice(0, 4));
  const years = [...new Set([thisYear, thisYear - 1, ...periods.map(({ year }) => year)])];
  return (
    <LabeledSelect
      label="Show"
      size="small"
      sx={{
        width: 'auto',
        '& > label': {
          position: 'absolute',
          width: 1,
          height: 1,
          overflow: 'hidden',
          clipPath: 'inset(50%)',
        },
      }}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">Years</option>
      {years
        .sort((one, other) => other - one)
        .map((year) => (
          <option key={year} value={year}>
            Months of {year}
          </option>
        ))}
    </LabeledSelect>
  );
}
