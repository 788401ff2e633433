import { levelOf, roleLevels } from '@handover/contract/roles.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import type { RequestedAction } from '../bulk/bulk-fields.tsx';
import { useBulk } from '../bulk/use-bulk.ts';
import type { ListSearch } from '../search/list-search.ts';
import { selectionOf } from './selection-body.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useExport } from './use-export.ts';
import type { Selection } from './use-selection.ts';

const BulkEmailDialog = lazy(() => import('../bulk/email/bulk-email-dialog.tsx'));
const BulkDialog = lazy(() => import('../bulk/bulk-dialog.tsx'));

interface ListActionsProps {
  selection: Selection;
  search: ListSearch;
  total: number;
  isPhone: boolean;
  /** Clears the selection. */
  onEnd: () => void;
  /** Hears of the run that was started. */
  onStarted: (runId: string) => void;
}

/** What can be done with the selected customers. */
export default function ListActions({
  selection,
  search,
  total,
  isPhone,
  onEnd,
  onStarted,
}: ListActionsProps): ReactElement {
  const isAdmin = levelOf(useUser().role) >= roleLevels.ADMIN;
  const isBin = search.filter.deleted !== undefined;
  const [asked, setAsked] = useState<RequestedAction | 'email' | null>(null);
  const exporting = useExport(search, selection);
  const bulk = useBulk();
  const start = (input: Parameters<typeof bulk.start>[0]['input']): void =>
    bulk.start({ filter: search.filter, picked: selection, input }, ({ id }) => {
      setAsked(null);
      onEnd();
      onStarted(id);
    });
  return (
    <>
      <SelectionBar selection={selection} total={total} isPhone={isPhone} onEnd={onEnd}>
        {isBin ? (
          isAdmin && (
            <Button
              variant="outlined"
              icon="solar:restart-linear"
              isPending={bulk.isPending}
              onClick={() => start({ action: 'restore' })}
            >
              Restore
            </Button>
          )
        ) : (
          <>
            <Button variant="outlined" onClick={() => setAsked('assign')}>
              Assign
            </Button>
            <Button variant="outlined" onClick={() => setAsked('tag')}>
              Tag
            </Button>
            <Button variant="outlined" onClick={() => setAsked('email')}>
              E-mail
            </Button>
          </>
        )}
        <Button variant="outlined" isPending={exporting.isPending} onClick={exporting.run}>
          Export
        </Button>
        {!isBin && <MenuButton label="More" actions={moreActions(isAdmin, setAsked)} />}
      </SelectionBar>
      {asked === 'email' && (
        <Suspense>
          <BulkEmailDialog
            selection={selectionOf(search.filter, selection)}
            count={selection.countOf(total)}
            isPending={bulk.isPending}
            onStart={start}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {asked !== null && asked !== 'email' && (
        <Suspense>
          <BulkDialog
            action={asked}
            count={selection.countOf(total)}
            isPending={bulk.isPending}
            onStart={start}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function moreActions(isAdmin: boolean, ask: (action: RequestedAction) => void): MenuAction[] {
  return [
    { label: 'Take tags off', onSelect: () => ask('untag') },
    ...(isAdmin
      ? [
          { label: 'Ban', isDangerous: true, onSelect: () => ask('ban') },
          { label: 'Move to bin', isDangerous: true, onSelect: () => ask('delete') },
        ]
      : []),
  ];
}
