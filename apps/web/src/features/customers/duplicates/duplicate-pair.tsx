import Button from '@mui/material/Button';
import type { DuplicatePair, DuplicateParty } from '@handover/contract/merges.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import styles from './duplicates.module.css';
import { reasonLabels, useDismissal } from './duplicates.queries.ts';

/** Two customers beside each other: why they may be one, and what to do about it. */
export function DuplicatePairItem({ pair }: { pair: DuplicatePair }): ReactElement {
  const { survivor, other, reasons, canMerge } = pair;
  const dismissal = useDismissal(survivor, other);
  return (
    <article className={styles['pair']} aria-label={`${survivor.name} and ${other.name}`}>
      <Party party={survivor} />
      <Party party={other} />
      <div className={styles['foot']}>
        <p className={styles['reasons']}>
          {reasons.map((reason) => (
            <Pill key={reason} tone={reason === 'name' ? 'neutral' : 'info'}>
              {reasonLabels[reason]}
            </Pill>
          ))}
        </p>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          loading={dismissal.isPending}
          onClick={dismissal.dismiss}
        >
          Not the same
        </Button>
        {canMerge && (
          <Button size="small" component={Link} to={`/admin/users/duplicates/${survivor.id}/${other.id}`}>
            Compare
          </Button>
        )}
      </div>
    </article>
  );
}

function Party({ party }: { party: DuplicateParty }): ReactElement {
  const place = [party.city, party.region].filter(Boolean).join(', ');
  const entries = party.activityCount.toLocaleString('en');
  return (
    <div className={styles['party']}>
      <Avatar name={party.name} size={36} />
      <div className={styles['who']}>
        <Link to={`/admin/users/view/${party.id}`} className={styles['name']}>
          {party.name}
        </Link>
        <p className={styles['details']}>
          {party.email !== null && <span>{party.email}</span>}
          {party.phone !== null && <span>{party.phone}</span>}
          {party.npi !== null && <span>NPI {party.npi}</span>}
        </p>
        <p className={styles['details']}>
          {party.company !== null && <span>{party.company}</span>}
          {place !== '' && <span>{place}</span>}
          <span>{party.accountType}</span>
          <span>{party.activityCount === 1 ? '1 timeline entry' : `${entries} timeline entries`}</span>
        </p>
      </div>
    </div>
  );
}
