import type { Buyer } from '@handover/contract/buyers/buyers.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { RailCard, RailFacts } from '#shared/records/page/rail.tsx';
import styles from './own-profile.module.css';

const SendProofDialog = lazy(() => import('./send-proof-dialog.tsx'));

/** Whether the buyer has to send proof of funds: no current proof, and none that the broker has yet to review. */
export function needsProof({ proofOfFunds, sentProof }: Buyer): boolean {
  return proofOfFunds?.isCurrent !== true && sentProof?.state !== 'sent';
}

/** The buyer's proof of funds, current or under review, with a button to send one. */
export function OwnProof({ buyer }: { buyer: Buyer }): ReactElement {
  const { proofOfFunds, sentProof, currency } = buyer;
  const shown = sentProof ?? proofOfFunds;
  return (
    <RailCard title="Proof of funds">
      <p className={styles['text']}>
        <ProofStatus buyer={buyer} />
      </p>
      {sentProof?.reason != null && <p className={styles['text']}>{sentProof.reason}</p>}
      {shown !== null && (
        <RailFacts
          facts={[
            [
              'Amount',
              <MoneyText key="amount" isPrice amountCents={shown.amountCents} currency={currency} />,
            ],
            ['Statement date', formatDate(shown.datedOn)],
            ['File', sentProof?.document.name ?? null],
          ]}
        />
      )}
      {sentProof?.state !== 'sent' && <SendProofButton buyer={buyer} />}
    </RailCard>
  );
}

function ProofStatus({ buyer: { proofOfFunds, sentProof } }: { buyer: Buyer }): ReactElement {
  if (sentProof?.state === 'sent')
    return <StatusLabel tone="info">Sent. Your broker will review it.</StatusLabel>;
  if (sentProof !== null) return <StatusLabel tone="warning">Returned by your broker</StatusLabel>;
  if (proofOfFunds?.isCurrent === true)
    return <StatusLabel tone="success">Accepted, expires {formatDate(proofOfFunds.expiresOn)}</StatusLabel>;
  if (proofOfFunds?.verifiedAt != null)
    return <StatusLabel tone="warning">Expired {formatDate(proofOfFunds.expiresOn)}</StatusLabel>;
  return <StatusLabel tone="neutral">Not sent yet</StatusLabel>;
}

export function SendProofButton({ buyer }: { buyer: Buyer }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['actions']}>
      <Button
        variant={needsProof(buyer) ? 'contained' : 'outlined'}
        color={needsProof(buyer) ? 'primary' : 'inherit'}
        onClick={() => setOpen(true)}
      >
        {buyer.proofOfFunds === null && buyer.sentProof === null
          ? 'Send proof of funds'
          : 'Send new proof of funds'}
      </Button>
      {isOpen && (
        <Suspense>
          <SendProofDialog buyer={buyer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
