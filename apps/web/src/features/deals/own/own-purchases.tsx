import type { Deal } from '@handover/contract/deals/deals.ts';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { DealTrack } from '../deal-track.tsx';
import { DealHead, NextStep } from './deal-parts.tsx';
import styles from './own-deals.module.css';

/** The client's purchases, each with its progress, the next step, and a link to the deal. */
export default function OwnPurchases({ deals }: { deals: readonly Deal[] }): ReactElement {
  return (
    <ul className={styles['deals']}>
      {deals.map((deal) => (
        <Purchase key={deal.id} listed={deal} />
      ))}
    </ul>
  );
}

function Purchase({ listed }: { listed: Deal }): ReactElement {
  return (
    <li className={styles['summary']} aria-label={listed.business.name}>
      <DealHead deal={listed} />
      <DealTrack stage={listed.stage} />
      <NextStep deal={listed} />
      <Link
        className={`${getButtonClass('outlined')} ${styles['open'] ?? ''}`}
        to={`/user/deals#deal-${listed.id}`}
      >
        Open deal
      </Link>
    </li>
  );
}
