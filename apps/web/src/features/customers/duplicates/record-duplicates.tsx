import { useQuery } from '@tanstack/react-query';
import type { DuplicatePair, DuplicateParty } from '@handover/contract/records/merges.ts';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { duplicatesOfQuery, reasonLabels, useDismissal } from './duplicates.queries.ts';
import styles from './record-duplicates.module.css';

/** Possible duplicates on a customer page; renders nothing if there are none. */
export default function RecordDuplicates({ customerId }: { customerId: string }): ReactNode {
  const { data: pairs = [] } = useQuery(duplicatesOfQuery(customerId));
  if (pairs.length === 0) return null;
  return (
    <section className={styles['notice']} aria-label="Possible duplicates">
      <Icon name="solar:danger-triangle-bold" size={20} />
      <ul className={styles['list']}>
        {pairs.map((pair) => (
          <Twin key={`${pair.survivor.id} ${pair.other.id}`} pair={pair} customerId={customerId} />
        ))}
      </ul>
    </section>
  );
}

function Twin({ pair, customerId }: { pair: DuplicatePair; customerId: string }): ReactElement {
  const { survivor, other, reasons, canMerge } = pair;
  const twin: DuplicateParty = survivor.id === customerId ? other : survivor;
  const dismissal = useDismissal(survivor, other);
  return (
    <li>
      <span className={styles['text']}>
        May be the same as <Link to={`/admin/users/view/${twin.id}`}>{twin.name}</Link>{' '}
        <span className={styles['reasons']}>{reasons.map((reason) => reasonLabels[reason]).join(', ')}</span>
      </span>
      <span className={styles['acts']}>
        {canMerge && <Link to={`/admin/users/duplicates/${survivor.id}/${other.id}`}>Compare</Link>}
        <button type="button" disabled={dismissal.isPending} onClick={dismissal.dismiss}>
          Not the same
        </button>
      </span>
    </li>
  );
}
