import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react';
import styles from './row-errors.module.css';
import type { CellEdit } from './use-row-errors.ts';

interface BadCellProps {
  row: number;
  column: string;
  /** The column's heading. */
  label: string;
  value: string;
  /** What is wrong with it; undefined for a cell that is right, or has been mended. */
  problem: { message: string; equal: number } | undefined;
  onEdit: (edit: CellEdit) => void;
}

/** A cell to be mended. Enter and leaving it keep the value; Ctrl+Enter keeps it for every equal one. */
export function BadCell({ row, column, label, value, problem, onEdit }: BadCellProps): ReactElement {
  const id = useId();
  // What is typed stays on screen until the row comes back with it; `base` tells of which value it was typed.
  const [draft, setDraft] = useState<{ text: string; base: string } | null>(null);
  const typed = draft?.base === value ? draft.text : value;
  // Going on by Enter also leaves the cell, before the screen knows that the value is kept.
  const kept = useRef<string | null>(null);
  const isChanged = typed !== value;
  const equal = problem?.equal ?? 1;
  const keep = (isForAllEqual: boolean): void => {
    if (!isChanged || kept.current === typed) return;
    kept.current = typed;
    onEdit({ row, column, value: typed, isForAllEqual });
  };
  const leave = (event: FocusEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) keep(false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape' && isChanged) {
      event.stopPropagation();
      setDraft(null);
    }
    if (event.key !== 'Enter') return;
    const next = nextBadCell(event.currentTarget);
    keep(event.ctrlKey || event.metaKey);
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
          kept.current = null;
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
        <button type="button" className={styles['all']} onClick={() => keep(true)}>
          Apply to all {equal >= 1_000 ? '1,000 or more' : equal.toLocaleString('en')} equal
        </button>
      )}
    </div>
  );
}

/** The bad cell behind this one, in the order of the page. */
function nextBadCell(input: HTMLInputElement): HTMLInputElement | undefined {
  const all = [
    ...(input.closest('[data-rows]')?.querySelectorAll<HTMLInputElement>('input[data-bad]') ?? []),
  ];
  const at = all.indexOf(input);
  return all[at + 1];
}
