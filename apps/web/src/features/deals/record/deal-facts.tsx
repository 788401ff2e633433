import { documentLevelNames, lostReasonNames } from '@handover/contract/deal-stages.ts';
import { dealFieldLabels as labels, type DealDetail } from '@handover/contract/deals.ts';
import type { ReactElement, ReactNode } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { RailCard, RailCards, RailFacts } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';

/** Dates, source, and document access of a deal. `children` are further cards. */
export function DealFacts({ deal, children }: { deal: DealDetail; children?: ReactNode }): ReactElement {
  const { timeZone } = useUser();
  const { expectedClose, lostReason, sellerDecision, nextStep } = deal;
  return (
    <RailCards>
      <RailCard title="Deal details">
        <RailFacts
          facts={[
            ['In stage since', <RelativeTime key="since" time={deal.stageEnteredAt} timeZone={timeZone} />],
            [labels.expectedClose, expectedClose === null ? null : dateText(expectedClose)],
            [labels.source, deal.source],
            [labels.documentLevel, documentLevelNames[deal.documentLevel]],
            ['Seller', sellerDecision === null ? 'No decision yet' : sellerTexts[sellerDecision]],
            ['Waiting on', nextStep === null ? null : actorNames[nextStep.actor]],
            ['Next step', nextStep?.text ?? null],
            ['Lost reason', lostReason === null ? null : lostReasonNames[lostReason]],
            ['Note', deal.stageReason],
          ]}
        />
      </RailCard>
      {children}
    </RailCards>
  );
}

const sellerTexts = { approved: 'Approved the buyer', declined: 'Declined the buyer' } as const;
export const actorNames = { broker: 'Broker', buyer: 'Buyer', seller: 'Seller' } as const;
