import Button from '@mui/material/Button';
import type { BusinessDetail } from '@handover/contract/businesses.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactElement } from 'react';
import { Link, useParams } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { BusinessTimeline } from '#features/activities/business-timeline.tsx';
import { businessQuery } from '#features/businesses/businesses.queries.ts';
import { BusinessFacts } from '#features/businesses/record/business-facts.tsx';
import { BusinessHeader } from '#features/businesses/record/business-header.tsx';
import { StageTrack } from '#features/businesses/record/stage-track.tsx';
import { optionalPart } from '#shared/page/optional-part.ts';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { usePageHeading } from '#shared/page/page-heading.tsx';
import styles from './business-view.module.css';

const ValuationCard = optionalPart(() => import('#features/businesses/valuation/valuation-card.tsx'));

/** admin/business-center/businesses/:id */
export default function BusinessView(): ReactElement {
  const { id = '' } = useParams();
  const query = useQuery(businessQuery(id));
  if (query.data !== undefined) return <Record key={id} business={query.data} />;
  if (query.error === null) return <Spinner isPage />;
  const status = query.error instanceof ApiError ? query.error.status : 0;
  if (status === 404 || status === 400) return <Missing />;
  if (status === 403)
    return (
      <EmptyState
        icon="solar:lock-keyhole-bold-duotone"
        title="Not open to you"
        text={messageOf(query.error)}
      />
    );
  return (
    <FailedState
      title="The business could not be loaded"
      text={messageOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}

function Record({ business }: { business: BusinessDetail }): ReactElement {
  usePageHeading({ title: business.name, description: business.publicTitle ?? 'No public title yet' });
  return (
    <div className={styles['page']}>
      <BusinessHeader business={business} />
      <StageTrack business={business} />
      <div className={styles['columns']}>
        <div className={styles['main']}>
          {business.description !== null && (
            <section className={styles['card']}>
              <h2 className={styles['title']}>Description</h2>
              <p className={styles['description']}>{business.description}</p>
            </section>
          )}
          <Suspense fallback={<div className={styles['coming']} />}>
            <ValuationCard business={business} />
          </Suspense>
          <section className={styles['card']}>
            <h2 className={styles['title']}>History</h2>
            <BusinessTimeline businessId={business.id} />
          </section>
        </div>
        <aside aria-label="Details">
          <BusinessFacts business={business} />
        </aside>
      </div>
    </div>
  );
}

function Missing(): ReactElement {
  return (
    <EmptyState
      icon="solar:buildings-bold-duotone"
      title="There is no such business"
      text="It may have been removed, belong to another workspace, or not be among yours."
      action={
        <Button component={Link} to="/admin/business-center" variant="outlined" color="inherit">
          To all businesses
        </Button>
      }
    />
  );
}
