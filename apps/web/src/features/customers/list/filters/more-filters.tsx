import Button from '@mui/material/Button';
import Popover, { type PopoverActions } from '@mui/material/Popover';
import { lazy, Suspense, useId, useRef, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import type { ListNavigation } from '../search/use-list-search.ts';

const FilterPanel = lazy(() => import('./filter-panel.tsx'));

interface MoreFiltersProps extends Pick<ListNavigation, 'search' | 'setFilter'> {
  /** Those used most have no place of their own. */
  isWhole: boolean;
}

/** A button that opens the filters used less often, or all of them. */
export function MoreFilters({ isWhole, search, setFilter }: MoreFiltersProps): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const place = useRef<PopoverActions>(null);
  const close = (): void => setAnchor(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="solar:filter-linear" size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {isWhole ? 'Filters' : 'Add filter'}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        action={place}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId } }}
      >
        <Suspense fallback={<Spinner />}>
          <FilterPanel
            titleId={titleId}
            isWhole={isWhole}
            search={search}
            setFilter={setFilter}
            onClose={close}
            onShown={() => place.current?.updatePosition()}
          />
        </Suspense>
      </Popover>
    </>
  );
}
