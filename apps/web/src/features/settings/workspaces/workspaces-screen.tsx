import { useState, type ReactElement } from 'react';
import { PlansCard } from './plans-card.tsx';
import type {
  InstallationWorkspace,
  WorkspaceState,
} from '@handover/contract/installation/installation-workspaces.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { NoMatch } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { SearchBox } from '#shared/lists/search-box.tsx';
import rowsStyles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { ArchiveDialog, CreateWorkspaceDialog, EditWorkspaceDialog } from './workspace-dialogs.tsx';
import { WorkspaceRow } from './workspace-row.tsx';
import own from './workspaces.module.css';
import { parseSearch, workspacesQuery, type WorkspaceSearch } from './workspaces.queries.ts';

export default function WorkspacesScreen(): ReactElement {
  return (
    <>
      <WorkspacesCard />
      <PlansCard />
    </>
  );
}

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'archive'; readonly workspace: InstallationWorkspace };

const emptyBy = {
  active: { icon: 'solar:archive-bold-duotone', title: 'No workspaces' },
  archived: {
    icon: 'solar:archive-bold-duotone',
    title: 'No archived workspaces',
    text: 'Archive a workspace that is no longer used. Its data is kept.',
  },
} as const satisfies Record<WorkspaceState, { icon: string; title: string; text?: string }>;

function WorkspacesCard(): ReactElement {
  const [params, setParams] = useSearchParams();
  const search = parseSearch(params);
  const query = useInfiniteQuery(workspacesQuery(search));
  const [open, setOpen] = useState<Open | null>(null);
  const rows = query.data?.pages.flatMap(({ workspaces }) => workspaces) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const change = (next: WorkspaceSearch): void =>
    setParams(
      { ...(next.q !== '' && { q: next.q }), ...(next.state !== 'active' && { state: next.state }) },
      { replace: true },
    );
  const close = (): void => setOpen(null);
  return (
    <SettingsCard
      title="Workspaces"
      text="One for each office or team. Data is never shared between workspaces."
      actions={<Button onClick={() => setOpen({ kind: 'create' })}>New workspace</Button>}
    >
      <div className={own['toolbar']}>
        <SearchBox
          noun="workspaces"
          fields="by name"
          value={search.q}
          onSearch={(q) => change({ ...search, q })}
        />
        <LabeledSelect
          label="Show"
          value={search.state}
          sx={{ maxWidth: { sm: 160 } }}
          onChange={({ target }) =>
            change({ ...search, state: target.value === 'archived' ? 'archived' : 'active' })
          }
        >
          <option value="active">Active</option>
          <option value="archived">Archived</option>
        </LabeledSelect>
      </div>
      {query.isSuccess && rows.length === 0 && search.q !== '' ? (
        <NoMatch noun="workspaces" onClear={() => change({ ...search, q: '' })} />
      ) : (
        <PagedPanel
          query={query}
          count={rows.length}
          empty={emptyBy[search.state]}
          failed="The workspaces could not be loaded"
        >
          <ul className={rowsStyles['list']} aria-label="Workspaces">
            {rows.map((workspace) => (
              <WorkspaceRow
                key={workspace.id}
                workspace={workspace}
                onEdit={() => setOpen({ kind: 'edit', workspace })}
                onArchive={() => setOpen({ kind: 'archive', workspace })}
              />
            ))}
          </ul>
          <LoadMore query={query} shown={rows.length} total={total} />
        </PagedPanel>
      )}
      {open?.kind === 'create' && <CreateWorkspaceDialog onClose={close} />}
      {open?.kind === 'edit' && <EditWorkspaceDialog workspace={open.workspace} onClose={close} />}
      {open?.kind === 'archive' && <ArchiveDialog workspace={open.workspace} onClose={close} />}
    </SettingsCard>
  );
}
