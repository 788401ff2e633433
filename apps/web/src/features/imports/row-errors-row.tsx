import Button from '@mui/material/Button';
import type { ImportProblemRow } from '@handover/contract/records/imports.ts';
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { RowFixes } from './import-mutations.ts';
import styles from './row-errors.module.css';

interface RowErrorsRowProps {
  row: ImportProblemRow;
  /** Headings by column index. */
  headings: readonly string[];
  fixes: RowFixes;
}

/** A row of the file with its bad and fixed cells; the others are shown on request. */
export function RowErrorsRow({ row, headings, fixes }: RowErrorsRowProps): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const { problems, editedColumns } = row;
  const isBroken = problems.some(({ column }) => column === null);
  const columns = Object.keys(row.cells).filter(
    (column) =>
      isWhole || problems.some((problem) => problem.column === column) || editedColumns.includes(column),
  );
  const isDone = row.isSkipped || problems.length === 0;
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['number']}>Row {row.row.toLocaleString('en')}</span>
        <span className={styles['name']}>{row.name ?? ''}</span>
        {isDone && (
          <StatusLabel tone={row.isSkipped ? 'neutral' : 'success'}>
            {row.isSkipped ? 'Skipped' : 'Fixed'}
          </StatusLabel>
        )}
      </div>
      {isBroken ? (
        <p className={styles['broken']}>{problems.map(({ message }) => message).join(' ')}</p>
      ) : (
        <div className={styles['cells']}>
          {columns.map((column) => (
            <BadCell
              key={column}
              row={row.row}
              column={column}
              label={headings[Number(column)] ?? ''}
              value={row.cells[column] ?? ''}
              problem={problems.find((problem) => problem.column === column)}
              onEdit={fixes.edit}
            />
          ))}
        </div>
      )}
      <div className={styles['actions']}>
        {!isBroken && (
          <Button size="small" variant="text" color="inherit" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer fields' : 'Show all fields'}
          </Button>
        )}
        {row.isSkipped || (problems.length === 0 && editedColumns.length > 0) ? (
          <Button size="small" variant="text" color="inherit" onClick={() => fixes.restore(row.row)}>
            Reset row
          </Button>
        ) : (
          <Button size="small" variant="text" color="inherit" onClick={() => fixes.skip(row.row)}>
            Skip row
          </Button>
        )}
      </div>
    </>
  );
}

interface BadCellProps {
  row: number;
  column: string;
  /** The column's heading. */
  label: string;
  value: string;
  /** Undefined for a valid or fixed cell. */
  problem: { message: string; equal: number } | undefined;
  onEdit: RowFixes['edit'];
}

/** A cell to fix. Enter or leaving the cell saves the value; Ctrl+Enter saves it for all equal cells. */
function BadCell({ row, column, label, value, problem, onEdit }: BadCellProps): ReactElement {
  const id = useId();
  // The typed text is shown until the row is updated; `base` is the value that it replaces.
  const [draft, setDraft] = useState<{ text: string; base: string } | null>(null);
  const typed = draft?.base === value ? draft.text : value;
  // Enter also triggers a blur before the new value is rendered; this avoids a second save.
  const saved = useRef<string | null>(null);
  const isChanged = typed !== value;
  const equal = problem?.equal ?? 1;
  const save = (isForAllEqual: boolean): void => {
    if (!isChanged || saved.current === typed) return;
    saved.current = typed;
    const allowRetry = (): void => {
      if (saved.current === typed) saved.current = null;
    };
    onEdit({ row, column, value: typed, isForAllEqual }, allowRetry);
  };
  const leave = (event: FocusEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) save(false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape' && isChanged) {
      event.stopPropagation();
      setDraft(null);
    }
    if (event.key !== 'Enter') return;
    const next = findNextBadCell(event.currentTarget);
    save(event.ctrlKey || event.metaKey);
    next?.focus();
  };
  return (
    <div className={styles['cell']} onBlur={leave}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={typed}
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        {...(problem !== undefined && { 'aria-describedby': `${id}-problem`, 'data-bad': true })}
        onChange={(event) => {
          saved.current = null;
          setDraft({ text: event.target.value, base: value });
        }}
        onKeyDown={press}
      />
      {problem !== undefined && (
        <span id={`${id}-problem`} className={styles['problem']}>
          {problem.message}
        </span>
      )}
      {isChanged && equal > 1 && (
        <button
          type="button"
          className={styles['all']}
          // Safari does not focus the button, so leaving the cell would save this row only.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => save(true)}
        >
          Apply to all {equal >= 1_000 ? '1,000 or more' : equal.toLocaleString('en')} matching
        </button>
      )}
    </div>
  );
}

/** The next bad cell of the page. */
function findNextBadCell(input: HTMLInputElement): HTMLInputElement | undefined {
  const all = [
    ...(input.closest('[data-rows]')?.querySelectorAll<HTMLInputElement>('input[data-bad]') ?? []),
  ];
  const at = all.indexOf(input);
  return all[at + 1];
}
