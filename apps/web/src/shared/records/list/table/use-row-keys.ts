import { withWorkspace } from '#shared/api/stored-session.ts';
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  type MouseEvent,
} from 'react';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import { useNavigate } from 'react-router';

interface RowActions {
  /** The row IDs in display order. */
  ids: readonly string[];
  body: RefObject<HTMLTableSectionElement | null>;
  /** Scrolls to a row that may not be rendered yet. */
  scrollTo: (index: number) => void;
  onToggle: (id: string, options: { isRange: boolean }) => void;
  onEdit: (id: string) => void;
  /** Called for Space on a row. */
  onPreview: () => void;
}

interface RowKeys {
  /** The row in the tab order. */
  currentId: string | null;
  focusRow: (id: string) => void;
  /** Makes a row the current one without focusing it. */
  goTo: (id: string) => void;
  /** Makes the previous or next row the current one. */
  step: (by: 1 | -1) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

/**
 * Keyboard navigation. One row is in the tab order; the arrow keys move from it, and so do single keys while shortcuts
 * are enabled.
 */
export function useRowKeys({ ids, body, scrollTo, onToggle, onEdit, onPreview }: RowActions): RowKeys {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const pendingId = useRef<string | null>(null);
  const currentId = chosenId !== null && ids.includes(chosenId) ? chosenId : (ids[0] ?? null);

  const focusDrawn = (id: string): boolean => {
    const row = body.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
    row?.focus();
    return row != null;
  };
  // A distant row is rendered only after scrolling, so it is focused then.
  useEffect(() => {
    if (pendingId.current !== null && focusDrawn(pendingId.current)) pendingId.current = null;
  });

  const goTo = (id: string): void => {
    setChosenId(id);
    scrollTo(ids.indexOf(id));
  };
  const focusRow = (id: string): void => {
    goTo(id);
    pendingId.current = focusDrawn(id) ? null : id;
  };
  const move = (by: number): void => {
    const from = currentId === null ? -1 : ids.indexOf(currentId);
    const isInside = body.current?.contains(document.activeElement) === true;
    // If the focus is outside the table, the first press goes to the current row.
    const id = ids[Math.min(Math.max(isInside ? from + by : from, 0), ids.length - 1)];
    if (id !== undefined) focusRow(id);
  };
  const step = (by: 1 | -1): void => {
    const id = ids[ids.indexOf(currentId ?? '') + by];
    if (id !== undefined) goTo(id);
  };
  const toggle = (isRange: boolean): void => {
    if (currentId !== null) onToggle(currentId, { isRange });
  };
  useShortcut('j', 'Next row', () => move(1));
  useShortcut('k', 'Previous row', () => move(-1));
  useShortcut('x', 'Select the row', () => toggle(false));
  useShortcut('X', 'Select the rows up to this one', () => toggle(true));
  useShortcut('e', 'Edit the row', () => currentId !== null && onEdit(currentId));

  return {
    currentId,
    focusRow,
    goTo,
    step,
    onKeyDown: (event) => onRowKey(event, { move, onPreview }),
    onFocus: (event) => {
      const row = event.target.closest<HTMLElement>('[data-id]');
      if (row?.dataset['id'] !== undefined) setChosenId(row.dataset['id']);
    },
  };
}

/** Enter and Space belong to a focused control. */
function onRowKey(
  event: KeyboardEvent,
  { move, onPreview }: Pick<RowActions, 'onPreview'> & { move: (by: 1 | -1) => void },
): void {
  const { key, target } = event;
  const row = target instanceof HTMLTableRowElement ? target : null;
  if (isUsed(event)) return;
  if (key === 'ArrowDown') move(1);
  else if (key === 'ArrowUp') move(-1);
  else if (key === 'Enter' && row !== null) row.querySelector<HTMLElement>('th a, th [data-open]')?.click();
  else if (key === ' ' && row !== null) onPreview();
  else return;
  event.preventDefault();
}

/** Whether a field, an open menu of the row, or the browser uses the key. */
function isUsed(event: KeyboardEvent): boolean {
  return event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isField(event.target);
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input:not([type="checkbox"]), select, textarea');
}

/** Elements with their own action inside a row. */
const controls = 'a, button, input, select, label, [role="dialog"], [role="presentation"]';

/** A click anywhere on a row of a table follows the link of its name; controls and selected text are left alone. */
export function useRowShortcut(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    if (!(event.target instanceof Element) || event.target.closest(controls) !== null) return;
    const link = event.target
      .closest('tr')
      ?.querySelector<HTMLElement>('th[scope="row"] :is(a, [data-open])');
    if (link == null || window.getSelection()?.toString() !== '') return;
    if (!(link instanceof HTMLAnchorElement)) return link.click();
    if (event.ctrlKey || event.metaKey) window.open(withWorkspace(link.href), '_blank', 'noopener');
    else void navigate(link.getAttribute('href') ?? '');
  };
}
