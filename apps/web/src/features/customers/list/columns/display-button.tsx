import Button from '@mui/material/Button';
import Popover, { type PopoverActions } from '@mui/material/Popover';
import { lazy, Suspense, useId, useRef, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import type { ListNavigation } from '../search/use-list-search.ts';
import type { DisplaySettings } from './use-display-settings.ts';

const DisplayPanel = lazy(() => import('./display-panel.tsx'));

interface DisplayButtonProps {
  looks: DisplaySettings;
  list: ListNavigation;
}

/** A button that opens how the list looks: columns and their order, height of rows, rows on a page. */
export function DisplayButton({ looks, list }: DisplayButtonProps): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const place = useRef<PopoverActions>(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="solar:slider-vertical-linear" size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Display
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        action={place}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 384 } } }}
      >
        <Suspense fallback={<Spinner />}>
          <DisplayPanel
            titleId={titleId}
            looks={looks}
            list={list}
            onShown={() => place.current?.updatePosition()}
          />
        </Suspense>
      </Popover>
    </>
  );
}
