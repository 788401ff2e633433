import { useEffect, useRef, type RefObject } from 'react';

const rows = 'li, tr[data-id]';
const controls = 'button, input, select, textarea, a[href]';

/** The focused row, and which control of it, counted from 0. */
interface Place {
  readonly row: number;
  readonly control: number;
}

/**
 * Keeps the focus in a list when an action removes or moves the focused row. The focus moves to the same control of the
 * row that takes its place, or without any rows to the first control of the list.
 */
export function useRestoredFocus<T extends HTMLElement>(): RefObject<T | null> {
  const list = useRef<T>(null);
  const last = useRef<Place | null>(null);

  useEffect(() => {
    const remember = ({ target }: Event): void => {
      last.current =
        list.current !== null && target instanceof Element ? findPosition(list.current, target) : null;
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', remember);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', remember);
    };
  }, []);

  // Runs after each render, because any of them can remove the row.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && last.current !== null && list.current !== null) focusAt(list.current, last.current);
  });
  return list;
}

function findPosition(list: Element, element: Element): Place | null {
  const row = element.closest<HTMLElement>(rows);
  if (row === null || !list.contains(row)) return null;
  return {
    row: listRows(list).indexOf(row),
    control: Math.max(
      0,
      listControls(row).findIndex((control) => control === element),
    ),
  };
}

function focusAt(list: Element, { row, control }: Place): void {
  const rows = listRows(list);
  const found = rows[Math.min(row, rows.length - 1)];
  const target =
    found === undefined ? listControls(list)[0] : (listControls(found)[control] ?? listControls(found)[0]);
  target?.focus();
}

function listRows(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(rows)];
}

function listControls(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(controls)];
}
