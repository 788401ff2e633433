import { levelOf, roleLevels } from '@handover/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Feed } from '#features/activities/feed.tsx';
import { firstStepsQuery } from '#features/dashboard/dashboard.queries.ts';
import { GrowthPanel } from '#features/dashboard/growth-panel.tsx';
import { StagesPanel } from '#features/dashboard/stages-panel.tsx';
import { Headline } from '#features/dashboard/headline.tsx';
import { Panel } from '#features/dashboard/panel.tsx';
import { FirstSteps } from '#features/dashboard/first-steps.tsx';
import { NeedsYou } from '#features/dashboard/needs-you.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './dashboard.module.css';

/** admin/dashboard: shows only areas open to the viewer; a new workspace sees the first steps. */
export default function AdminDashboard(): ReactElement {
  const { role } = useUser();
  const { data: steps } = useQuery({ ...firstStepsQuery(), enabled: levelOf(role) >= roleLevels.ADMIN });
  return (
    <div className={styles['page']}>
      {steps !== undefined && <FirstSteps steps={steps} />}
      {steps?.isEmpty === true ? <NeedsYou /> : <Figures />}
    </div>
  );
}

function Figures(): ReactElement {
  const { areas } = useUser();
  return (
    <>
      <Headline />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <NeedsYou />
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
