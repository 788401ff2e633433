import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from '../filters/list-toolbar.module.css';
import type { ListNavigation } from '../search/use-list-search.ts';
import type { DisplaySettings } from './use-display-settings.ts';

const CardDisplay = lazy(() => import('./card-display.tsx'));

/** A button that opens how the cards look. */
export function CardDisplayButton({
  looks,
  list,
}: {
  looks: DisplaySettings;
  list: ListNavigation;
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Display"
        aria-haspopup="dialog"
        className={styles['toggle']}
        onClick={() => setOpen(true)}
      >
        <Icon name="solar:slider-vertical-linear" size={18} />
      </button>
      {isOpen && (
        <Suspense>
          <CardDisplay looks={looks} list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
