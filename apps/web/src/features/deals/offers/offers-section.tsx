import type { MoveOffer, Offer } from '@handover/contract/deals/deal-offers.ts';
import { isDealEnded } from '@handover/contract/deals/deal-stages.ts';
import type { DealDetail } from '@handover/contract/deals/deals.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { DiscountRate, useDiscountRate } from './discount-rate.tsx';
import { OfferTable } from './offer-table.tsx';
import { offersQuery, useOfferMove } from './offers.queries.ts';
import styles from './offers.module.css';

const OfferDialog = lazy(() => import('./offer-dialog.tsx'));

/** The subject of the dialog: a new offer, a draft, or a counter-offer. */
type EditedOffer =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit'; readonly offer: Offer }
  | { readonly kind: 'counter'; readonly offer: Offer };

interface OfferDecision {
  offer: Offer;
  state: MoveOffer['state'];
}

function formatConsequence({ offer, state }: OfferDecision): string {
  if (state !== 'accepted') return 'The other side can make a new offer.';
  return offer.kind === 'loi'
    ? 'This offer sets the agreed price of the deal. A business on the market moves to Under offer.'
    : 'An indication of interest is not binding. The business stays on the market.';
}

/** Offers and counter-offers of a deal side by side, each with its present value. */
export default function OffersSection({ deal }: { deal: DealDetail }): ReactElement {
  const query = useQuery(offersQuery(deal.id));
  const [edited, setEdited] = useState<EditedOffer | null>(null);
  const [answered, setAnswered] = useState<OfferDecision | null>(null);
  const rate = useDiscountRate();
  const { move, isPending } = useOfferMove();
  const offers = query.data ?? [];
  const canAdd = deal.abilities.canUpdate && !isDealEnded(deal.stage);
  const isStaff = deal.side === 'staff';
  const onMove = (offer: Offer, state: MoveOffer['state']): void =>
    state === 'accepted' || !isStaff ? setAnswered({ offer, state }) : move(offer, state);
  return (
    <div className={styles['section']}>
      <div className={styles['top']}>
        {offers.length > 0 && <DiscountRate rate={rate} />}
        {canAdd && (
          <Button sx={{ ml: 'auto' }} onClick={() => setEdited({ kind: 'new' })}>
            Add offer
          </Button>
        )}
      </div>
      <PagedPanel
        query={query}
        count={offers.length}
        empty={{
          icon: 'solar:document-text-bold-duotone',
          title: 'No offers yet',
          text: 'Offers and counter-offers will appear here.',
        }}
        failed="The offers could not be loaded"
      >
        <OfferTable
          offers={offers}
          currency={deal.currency}
          discountBasisPoints={rate.basisPoints}
          onEdit={(offer) => setEdited({ kind: 'edit', offer })}
          onCounter={(offer) => setEdited({ kind: 'counter', offer })}
          onMove={onMove}
          hasButtons={!isStaff}
        />
      </PagedPanel>
      {edited !== null && (
        <Suspense>
          <OfferDialog
            deal={deal}
            offer={edited.kind === 'new' ? null : edited.offer}
            isCounter={edited.kind === 'counter'}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {answered !== null && (
        <ConfirmDialog
          title={`${answered.state === 'accepted' ? 'Accept' : 'Decline'} offer ${String(answered.offer.number)}?`}
          confirmLabel={answered.state === 'accepted' ? 'Accept offer' : 'Decline offer'}
          isPending={isPending}
          onConfirm={() => move(answered.offer, answered.state, () => setAnswered(null))}
          onClose={() => setAnswered(null)}
        >
          {formatConsequence(answered)}
          {!isStaff && ' Your broker is notified immediately.'}
        </ConfirmDialog>
      )}
    </div>
  );
}
