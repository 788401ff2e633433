import type { BulkInput } from '@handover/contract/records/bulk.ts';
import { getRoleLevel, roleLevels } from '@handover/contract/auth/roles.ts';
import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { Button, IconButton } from '@handover/ui-lite/parts/button.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { readBulkInput, useBulk } from './bulk.ts';
import styles from './list-actions.module.css';
import { formatTotal, type ShownTotal } from '../list-page.ts';
import type { ListSearch } from '../list-search.ts';
import type { AnyList, BulkAction, BulkValues } from '../record-list.ts';
import { toSelection, useExport, useRowsDownload, type Selection } from './use-selection.ts';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

interface ListActionsProps {
  list: AnyList;
  selection: Selection;
  search: ListSearch;
  total: ShownTotal;
  isPhone: boolean;
  /** Clears the selection. */
  onEnd: () => void;
  onStarted: (runId: string) => void;
}

const noActions: readonly BulkAction[] = [];

/** The actions for the selected records. */
export default function ListActions(props: ListActionsProps): ReactElement {
  const { list, selection, search, total, isPhone, onEnd, onStarted } = props;
  const { role, today } = useUser();
  const isTrash = search.filter['deleted'] !== undefined;
  const [open, setOpen] = useState<BulkAction | null>(null);
  const exporting = useExport(list, search, selection);
  const downloading = useRowsDownload(list, search, selection);
  const bulk = useBulk(list);
  const actions = (list.bulkActions ?? noActions).filter(
    ({ isForTrash = false, level = 'STAFF' }) =>
      isForTrash === isTrash && getRoleLevel(role) >= roleLevels[level],
  );
  const valuesOf = ({ values = {} }: BulkAction): BulkValues =>
    typeof values === 'function' ? values({ today, asOf: selection.asOf }) : values;
  const start = (input: BulkInput, afterStart?: () => void): void =>
    bulk.start({ selection: toSelection(list, search.filter, selection), input }, ({ id }) => {
      afterStart?.();
      setOpen(null);
      onEnd();
      onStarted(id);
    });
  const choose = (action: BulkAction): void => {
    if (action.ask !== undefined || action.Dialog !== undefined) return setOpen(action);
    const { input } = readBulkInput(list, action.action, valuesOf(action));
    if (input !== null) start(input);
  };
  const dialog = {
    count: selection.countOf(total.count ?? 0),
    isPending: bulk.isPending,
    onStart: start,
    onClose: () => setOpen(null),
  };
  const others = actions.filter(({ isPromoted = false }) => !isPromoted);
  return (
    <>
      <SelectionBar list={list} selection={selection} total={total} isPhone={isPhone} onEnd={onEnd}>
        {actions
          .filter(({ isPromoted = false }) => isPromoted)
          .map((action) => (
            <Button
              key={action.label}
              variant="outlined"
              isPending={action.ask === undefined && action.Dialog === undefined && bulk.isPending}
              onClick={() => choose(action)}
            >
              {action.label}
            </Button>
          ))}
        {list.downloadRows !== undefined && !isTrash && (
          <Button variant="outlined" isPending={downloading.isPending} onClick={downloading.run}>
            Download
          </Button>
        )}
        {list.exportRows !== undefined && (
          <Button variant="outlined" isPending={exporting.isPending} onClick={exporting.run}>
            Export
          </Button>
        )}
        {others.length > 0 && (
          <MenuButton
            label="More"
            actions={others.map((action) => ({
              label: action.label,
              isDangerous: action.isDangerous ?? false,
              onSelect: () => choose(action),
            }))}
          />
        )}
      </SelectionBar>
      {open !== null && (
        <Suspense>
          {open.Dialog === undefined ? (
            <BulkDialog list={list} action={open} start={valuesOf(open)} {...dialog} />
          ) : (
            <open.Dialog selection={toSelection(list, search.filter, selection)} {...dialog} />
          )}
        </Suspense>
      )}
    </>
  );
}

interface SelectionBarProps extends Pick<
  ListActionsProps,
  'list' | 'selection' | 'total' | 'isPhone' | 'onEnd'
> {
  children: ReactNode;
}

/**
 * Replaces the toolbar while rows are selected. On a phone it is at the bottom of the screen, within reach of the
 * thumb.
 */
export function SelectionBar(props: SelectionBarProps): ReactElement {
  const { list, selection, total, isPhone, onEnd, children } = props;
  const known = total.count ?? 0;
  const count = selection.countOf(known);
  const clear = 'Clear selection';
  return (
    <div
      className={classNames(styles['bar'], isPhone && styles['bottom'])}
      role="group"
      aria-label="Selection"
    >
      {isPhone && <IconButton icon="solar:close-circle-linear" label={clear} onClick={onEnd} />}
      <p className={styles['count']} role="status">
        {selection.isAll ? formatTotal({ count, isExact: total.isExact }) : count.toLocaleString('en')}{' '}
        selected
      </p>
      {known > count && (
        <Button
          variant="text"
          onClick={() => {
            total.countExactly();
            selection.selectAll();
          }}
        >
          Select all {formatTotal(total)}
        </Button>
      )}
      <div className={styles['actions']}>
        {/* On a phone, the bar is also shown before anything is selected. */}
        {count > 0 ? children : <p className={styles['hint']}>Select {list.nouns[1]} for bulk actions.</p>}
        {!isPhone && (
          <Button variant="text" icon="solar:close-circle-linear" onClick={onEnd}>
            {clear}
          </Button>
        )}
      </div>
    </div>
  );
}
