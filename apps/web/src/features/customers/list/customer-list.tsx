import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import { BulkArea, useBulkPlace } from './bulk/bulk-area.tsx';
import { useDisplaySettings } from './columns/use-display-settings.ts';
import { ListCard } from './list-card.tsx';
import { useListSearch } from './search/use-list-search.ts';
import { useExport } from './selection/use-export.ts';
import { ViewTabs } from './views/view-tabs.tsx';
import { savedViewsQuery } from './views/views.queries.ts';

const createPath = '/admin/users/create';

/** The customers of the workspace. `actions` stand beside Export. */
export function CustomerList({ actions }: { actions?: ReactNode }): ReactElement {
  const list = useListSearch();
  const { search } = list;
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const { data: views = [] } = useQuery(savedViewsQuery());
  const view = views.find(({ id }) => id === search.viewId) ?? null;
  const looks = useDisplaySettings(list, view);
  const bulk = useBulkPlace();
  const exporting = useExport(search);
  useShortcut('c', 'Add customer', () => void navigate(createPath));
  return (
    <>
      <PageToolbar
        actions={
          <>
            {actions}
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Icon name="solar:export-linear" size={18} />}
              sx={{ '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } }}
              loading={exporting.isPending}
              onClick={exporting.run}
            >
              Export
            </Button>
            <Button
              component={Link}
              to={createPath}
              startIcon={<Icon name="solar:add-circle-linear" size={20} />}
            >
              Add customer
            </Button>
            {!isPhone && (
              <MenuButton
                label="More about the list"
                isIconOnly
                actions={[
                  {
                    label: 'Work on many customers',
                    icon: 'solar:checklist-minimalistic-linear',
                    onSelect: () => bulk.show('recent'),
                  },
                  {
                    label: 'Possible duplicates',
                    icon: 'solar:users-group-rounded-linear',
                    onSelect: () => void navigate('/admin/users/duplicates'),
                  },
                ]}
              />
            )}
          </>
        }
      >
        <ViewTabs search={search} looks={looks} views={views} view={view} />
      </PageToolbar>
      <BulkArea place={bulk} />
      <ListCard list={list} looks={looks} isPhone={isPhone} onBulkStarted={bulk.follow} />
    </>
  );
}
