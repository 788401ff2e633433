import Button from '@mui/material/Button';
import { confirmBuyer, type Buyer } from '@handover/contract/buyers/buyers.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactElement } from 'react';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { RailCards } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { BuyerStatus, LicenseCard, SearchCards, ConfirmationFacts } from './buyer-facts.tsx';
import { OwnProof } from './own-proof.tsx';
import { buyersQuery } from './buyer-page.queries.ts';
import styles from './own-profile.module.css';

const OwnBuyerDialog = lazyRecordForm(async () => (await import('./buyers.form.tsx')).ownBuyerForm);

interface OwnProfileProps {
  title: string;
  customerId: string;
}

/** The buyer profile of a customer that the signed-in client represents. Renders nothing if there is none. */
export default function OwnProfile({ title, customerId }: OwnProfileProps): ReactElement | null {
  const { data, error, refetch } = useQuery(buyersQuery({ customerId, limit: 1 }));
  if (error !== null && data === undefined)
    return (
      <FailedState
        title="Your buyer profile could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  const buyer = data?.buyers[0];
  return buyer === undefined ? null : <Profile title={title} buyer={buyer} />;
}

function Profile({ title, buyer }: { title: string; buyer: Buyer }): ReactElement {
  const { timeZone } = useUser();
  const [isEditing, setEditing] = useState(false);
  const confirm = useChange(['buyer'], {
    act: () => send(confirmBuyer, { params: { id: buyer.id } }),
    done: 'Profile confirmed for 6 months',
  });
  return (
    <section className={styles['profile']} aria-label={title}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        <BuyerStatus buyer={buyer} />
      </div>
      <p className={styles['text']}>Keep it current. We use it to match you with businesses.</p>
      <ConfirmationFacts buyer={buyer} timeZone={timeZone} />
      <RailCards>
        <div id="proof-of-funds">
          <OwnProof buyer={buyer} />
        </div>
        <SearchCards buyer={buyer} />
        <LicenseCard buyer={buyer} />
      </RailCards>
      {buyer.abilities.canUpdate && (
        <div className={styles['actions']}>
          <Button variant="outlined" color="inherit" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button variant="contained" loading={confirm.isPending} onClick={() => confirm.run(undefined)}>
            Confirm profile
          </Button>
        </div>
      )}
      {isEditing && (
        <Suspense>
          <OwnBuyerDialog record={buyer} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}
