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
  /** The rows in their order. */
  ids: readonly string[];
  body: RefObject<HTMLTableSectionElement | null>;
  /** Scrolls to a row that may not be rendered yet. */
  scrollTo: (index: number) => void;
  onToggle: (id: string, options: { isRange: boolean }) => void;
  onEdit: (id: string) => void;
}

interface RowKeys {
  /** The row in the tab order. */
  currentId: string | null;
  focusRow: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

/** Keyboard navigation: one row is in the tab order, arrow keys and, while they are on, single keys move from it. */
export function useRowKeys({ ids, body, scrollTo, onToggle, onEdit }: RowActions): RowKeys {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const pendingId = useRef<string | null>(null);
  const currentId = chosenId !== null && ids.includes(chosenId) ? chosenId : (ids[0] ?? null);

  const focusDrawn = (id: string): boolean => {
    const row = body.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
    row?.focus();
    return row != null;
  };
  // A distant row is rendered only after the scrolling; it takes the focus then.
  useEffect(() => {
    if (pendingId.current !== null && focusDrawn(pendingId.current)) pendingId.current = null;
  });

  const focusRow = (id: string): void => {
    setChosenId(id);
    scrollTo(ids.indexOf(id));
    pendingId.current = focusDrawn(id) ? null : id;
  };
  const move = (by: number): void => {
    const from = currentId === null ? -1 : ids.indexOf(currentId);
    const isInside = body.current?.contains(document.activeElement) === true;
    // From outside the table, the first press goes to the current row.
    const id = ids[Math.min(Math.max(isInside ? from + by : from, 0), ids.length - 1)];
    if (id !== undefined) focusRow(id);
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
    onKeyDown: (event) => {
      if (isUsed(event)) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        move(event.key === 'ArrowDown' ? 1 : -1);
      } else if (event.key === 'Enter' && event.target instanceof HTMLTableRowElement) {
        event.preventDefault();
        event.target.querySelector<HTMLElement>('th a, th [data-open]')?.click();
      }
    },
    onFocus: (event) => {
      const row = event.target.closest<HTMLElement>('[data-id]');
      if (row?.dataset['id'] !== undefined) setChosenId(row.dataset['id']);
    },
  };
}

/** By a field, by an open menu of the row, or by the browser. */
function isUsed(event: KeyboardEvent): boolean {
  return event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isField(event.target);
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input:not([type="checkbox"]), select, textarea');
}

/** What has a use of its own inside a row. */
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
    if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
    else void navigate(link.getAttribute('href') ?? '');
  };
}
