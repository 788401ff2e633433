import { getRoleLevel, roleLevels } from '@handover/contract/auth/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactElement } from 'react';
import { Feed } from '#features/activities/feed.tsx';
import { firstStepsQuery } from '#features/dashboard/dashboard.queries.ts';
import { GrowthPanel } from '#features/dashboard/growth-panel.tsx';
import { StagesPanel } from '#features/dashboard/stages-panel.tsx';
import { Headline } from '#features/dashboard/headline.tsx';
import { optionalPart } from '#shared/page/loading.ts';
import { Panel } from '#features/dashboard/panel.tsx';
import { FirstSteps } from '#features/dashboard/first-steps.tsx';
import { NeedsAttention } from '#features/dashboard/attention.tsx';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { Link } from 'react-router';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './dashboard.module.css';

const Forecast = optionalPart(() => import('#features/commission/reports/forecast.tsx'));
const DealFunnel = optionalPart(() => import('#features/commission/reports/deal-funnel.tsx'));

/** admin/dashboard: shows only areas open to the viewer; a new workspace sees the first steps. */
export default function AdminDashboard(): ReactElement {
  const { role } = useUser();
  const { data: steps } = useQuery({ ...firstStepsQuery(), enabled: getRoleLevel(role) >= roleLevels.ADMIN });
  return (
    <div className={styles['page']}>
      {steps !== undefined && <FirstSteps steps={steps} />}
      {steps?.isEmpty === true ? <NeedsAttention /> : <Figures />}
    </div>
  );
}

const creations = [
  { area: 'users', label: 'Add customer', to: '/admin/users/create' },
  { area: 'tasks', label: 'New task', to: '/admin/tasks?create' },
  { area: 'business-center', label: 'Add business', to: '/admin/business-center?create' },
] as const;

/** Links to the forms for new records, of the areas open to the viewer. */
function QuickCreate(): ReactElement {
  const { areas } = useUser();
  return (
    <nav className={styles['create']} aria-label="Create">
      {creations
        .filter(({ area }) => areas.includes(area))
        .map(({ label, to }) => (
          <Link key={to} to={to} className={getButtonClass('outlined')}>
            <Icon name="solar:add-circle-linear" size={20} />
            {label}
          </Link>
        ))}
    </nav>
  );
}

function Figures(): ReactElement {
  const { areas } = useUser();
  return (
    <>
      <QuickCreate />
      <Headline />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <NeedsAttention />
          {areas.includes('business-center') && <PipelinePanels />}
          {areas.includes('business-center') && <StagesPanel />}
        </div>
        {areas.includes('users') && (
          <div className={styles['column']}>
            <GrowthPanel />
            <Panel title="Recent activity">
              <Feed />
            </Panel>
          </div>
        )}
      </div>
    </>
  );
}

const reports = { href: '/admin/business-center/reports', label: 'Reports' };

/** The expected revenue of open deals, and their stages. */
function PipelinePanels(): ReactElement {
  return (
    <>
      <Panel title="Pipeline and weighted commission" to={reports}>
        <Suspense fallback={<ListSkeleton columns={['1fr', '30%']} rowHeight={36} rows={5} />}>
          <Forecast isShort />
        </Suspense>
      </Panel>
      <Panel title="Deals by stage">
        <Suspense fallback={<ListSkeleton columns={['1fr', '30%']} rowHeight={36} rows={9} />}>
          <DealFunnel />
        </Suspense>
      </Panel>
    </>
  );
}
