import type { ReactElement } from 'react';
import { levelOf, roleLevels } from '@handover/contract/roles.ts';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { useUser } from '../../../shared/session/session-context.tsx';
import type { ListSearch } from './search/list-search.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useBin } from './use-bin.ts';
import { useExport } from './use-export.ts';
import type { Selection } from './use-selection.ts';

interface ListActionsProps {
  selection: Selection;
  search: ListSearch;
  total: number;
}

/** What can be done with the selected rows: export all that match, and for administrators the bin. */
export function ListActions({ selection, search, total }: ListActionsProps): ReactElement {
  const isAdmin = levelOf(useUser().role) >= roleLevels.ADMIN;
  const isBin = search.filter.deleted !== undefined;
  const exporting = useExport(search);
  const bin = useBin(selection.clear);
  const ids = [...selection.ids];
  return (
    <SelectionBar selection={selection} total={total}>
      {selection.isAll && (
        <Button
          variant="outlined"
          icon="solar:export-linear"
          isPending={exporting.isPending}
          onClick={exporting.run}
        >
          Export
        </Button>
      )}
      {isAdmin && !selection.isAll && !isBin && (
        <Button variant="outlined" icon="solar:trash-bin-trash-linear" onClick={() => bin.remove(ids)}>
          {bin.progress === null
            ? 'Move to bin'
            : `Moving ${String(bin.progress.done + 1)} of ${String(bin.progress.of)}`}
        </Button>
      )}
      {isAdmin && !selection.isAll && isBin && (
        <Button variant="outlined" icon="solar:restart-linear" onClick={() => bin.restore(ids)}>
          {bin.progress === null
            ? 'Restore'
            : `Restoring ${String(bin.progress.done + 1)} of ${String(bin.progress.of)}`}
        </Button>
      )}
    </SelectionBar>
  );
}
