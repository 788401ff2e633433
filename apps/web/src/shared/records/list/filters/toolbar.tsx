import Button from '@mui/material/Button';
import { Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { formatTotal, type ShownTotal } from '../list-page.ts';
import styles from './toolbar.module.css';

interface ToolbarProps {
  search: ReactNode;
  /** Selects and buttons next to the search. */
  filters: ReactNode;
  /** The row below: active filters, and the number of matches. */
  children: ReactNode;
}

/** Search and filters above a list of records. */
export function Toolbar({ search, filters, children }: ToolbarProps): ReactElement {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['row']}>
        {search}
        <div className={styles['filters']}>{filters}</div>
      </div>
      <div className={styles['chips']}>{children}</div>
    </div>
  );
}

/** What a panel of the toolbar needs to open at its button. */
export interface PanelState {
  isOpen: boolean;
  anchor: HTMLElement;
  onClose: () => void;
}

interface PanelButtonProps {
  label: string;
  icon: string;
  children: (panel: PanelState) => ReactElement;
}

/** Opens a panel. Shows only its icon where the filters would otherwise wrap. */
export function PanelButton({ label, icon, children }: PanelButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  // Stays set after closing, so that the closing transition can run.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name={icon} size={18} />}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
      >
        <span className={styles['label']}>{label}</span>
      </Button>
      {anchor !== null && <Suspense>{children({ isOpen, anchor, onClose: () => setOpen(false) })}</Suspense>}
    </>
  );
}

/** The number of matching records, announced when it changes. Empty until known. */
export function Total({
  total: { count, isExact, countExactly },
  nouns: [one, many],
}: {
  total: ShownTotal;
  nouns: readonly [one: string, many: string];
}): ReactElement {
  return (
    <p role="status" className={styles['total']}>
      {count !== null && `${formatTotal({ count, isExact })} ${count === 1 ? one : many}`}{' '}
      {!isExact && (
        <button type="button" className={styles['clear']} onClick={countExactly}>
          Count all
        </button>
      )}
    </p>
  );
}

/** Removes all filters. */
export function ClearButton({ onClear }: { onClear: () => void }): ReactElement {
  return (
    <button type="button" className={styles['clear']} onClick={onClear}>
      Clear all
    </button>
  );
}
