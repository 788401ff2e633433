import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { messageOf } from '#shared/api/api-error.ts';
import { AccountSection } from '../account-section.tsx';
import { ChoicesForm } from './choices-form.tsx';
import { choicesQuery } from './choices-query.ts';
import styles from './notifications.module.css';

/** What the user hears of, and how. E-mails lead here by `#notifications`. */
export default function NotificationsSection(): ReactElement {
  const query = useQuery(choicesQuery());
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const isAsked = hash === '#notifications';
  useEffect(() => {
    if (isAsked && query.isFetched) place.current?.scrollIntoView();
  }, [isAsked, query.isFetched]);
  return (
    <div ref={place} className={styles['place']}>
      <AccountSection
        title="Notifications"
        text="What you hear of in this workspace, and how. News about the safety of your account always comes by e-mail."
      >
        {query.data !== undefined && <ChoicesForm choices={query.data.choices} />}
        {query.data === undefined && query.error === null && <Skeleton variant="rounded" height={360} />}
        {query.data === undefined && query.error !== null && (
          <FailedState
            title="Your choices could not be loaded"
            text={messageOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
      </AccountSection>
    </div>
  );
}
