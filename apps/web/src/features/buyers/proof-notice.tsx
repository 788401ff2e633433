import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { buyersQuery } from './buyer-page.queries.ts';
import { needsProof, SendProofButton } from './own-proof.tsx';
import styles from './own-profile.module.css';

/** Asks a buyer for proof of funds if it is missing, returned, or expired. Renders nothing otherwise. */
export default function ProofNotice({ customerId }: { customerId: string }): ReactElement | null {
  const { data } = useQuery(buyersQuery({ customerId, limit: 1 }));
  const buyer = data?.buyers[0];
  if (buyer === undefined || !needsProof(buyer)) return null;
  const { sentProof, proofOfFunds } = buyer;
  return (
    <section className={styles['profile']} aria-label="Proof of funds">
      <div className={styles['head']}>
        <h2>Send proof of funds</h2>
      </div>
      <p className={styles['text']}>
        {sentProof !== null
          ? `Your broker returned the last one: ${sentProof.reason ?? ''}`
          : proofOfFunds?.verifiedAt != null
            ? 'The proof that you sent has expired.'
            : 'The seller can consider you after your broker accepts it.'}
      </p>
      <SendProofButton buyer={buyer} />
    </section>
  );
}
