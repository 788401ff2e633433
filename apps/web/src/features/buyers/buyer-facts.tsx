import { toCalendarDate } from '@handover/domain/local-time.ts';
import {
  buyerExperienceNames,
  buyerSearchLabels as labels,
  buyerTimingNames,
  eligibilityKindNames,
  type Buyer,
  type BuyerSearch,
} from '@handover/contract/buyers/buyers.ts';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import type { PreviewFacts } from '#shared/records/list/record-list.ts';
import { RailCard, RailCards, RailFacts, RailNothing } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { buyerQuery } from './buyers.queries.ts';
import { formatPriceRange, formatStates, formatTypes } from './search-values.ts';

const SentProofCard = lazy(() => import('./sent-proof-card.tsx'));

/** Status of a buyer: blocked, proof of funds sent, profile to confirm, or verified funds. */
export function BuyerStatus({ buyer }: { buyer: Buyer }): ReactElement {
  if (buyer.blockedAt !== null) return <StatusLabel tone="error">Blocked</StatusLabel>;
  if (buyer.sentProof?.state === 'sent') return <StatusLabel tone="info">Proof of funds sent</StatusLabel>;
  if (buyer.confirmedAt === null) return <StatusLabel tone="neutral">Not confirmed</StatusLabel>;
  if (!buyer.isConfirmed) return <StatusLabel tone="warning">Profile expired</StatusLabel>;
  return buyer.proofOfFunds?.isCurrent === true ? (
    <StatusLabel tone="success">Funds verified</StatusLabel>
  ) : (
    <StatusLabel tone="info">Confirmed</StatusLabel>
  );
}

/** Searches, confirmation, and licenses of a buyer. `children` are further cards. */
export function BuyerFacts({ buyer, children }: { buyer: Buyer; children?: ReactNode }): ReactElement {
  const { timeZone } = useUser();
  return (
    <RailCards>
      {buyer.sentProof !== null && (
        <Suspense>
          <SentProofCard buyer={buyer} />
        </Suspense>
      )}
      <SearchCards buyer={buyer} />
      <RailCard title="Confirmation and funds">
        <ConfirmationFacts buyer={buyer} timeZone={timeZone} />
      </RailCard>
      <LicenseCard buyer={buyer} />
      {children}
    </RailCards>
  );
}

/** The facts of a buyer in the preview panel of a list. */
export const buyerPreview: PreviewFacts<Buyer> = {
  query: buyerQuery,
  Facts: ({ record }) => <BuyerFacts buyer={record} />,
};

/** The criteria of a buyer, a card for each search. */
export function SearchCards({ buyer }: { buyer: Buyer }): ReactElement {
  const { searches, currency } = buyer;
  if (searches.length === 0)
    return (
      <RailCard title="Looking for">
        <RailNothing>No searches yet</RailNothing>
      </RailCard>
    );
  return (
    <>
      {searches.map((search, index) => (
        <RailCard key={index} title={searches.length === 1 ? 'Looking for' : `Search ${String(index + 1)}`}>
          <RailFacts facts={searchFacts(search, currency)} />
        </RailCard>
      ))}
    </>
  );
}

function searchFacts(
  search: BuyerSearch,
  currency: string,
): (readonly [string, ReactElement | string | null])[] {
  const money = (cents: number | null): ReactElement | null =>
    cents === null ? null : <MoneyText isPrice amountCents={cents} currency={currency} />;
  return [
    ['Types', formatTypes(search.types)],
    [labels.states, formatStates(search.states)],
    ['Price', formatPriceRange(search, currency)],
    [labels.minSdeCents, money(search.minSdeCents)],
    [labels.cashCents, money(search.cashCents)],
    [labels.timing, search.timing === null ? null : buyerTimingNames[search.timing]],
    [labels.experience, search.experience === null ? null : buyerExperienceNames[search.experience]],
  ];
}

/** Licenses and management companies. */
export function LicenseCard({ buyer: { eligibilities } }: { buyer: Buyer }): ReactElement {
  return (
    <RailCard title="Licenses">
      <RailFacts
        nothing="None recorded"
        facts={eligibilities.map(({ type, state, kind, licenseNumber }) => [
          `${businessTypeLabels[type]}, ${state}`,
          [eligibilityKindNames[kind], licenseNumber].filter((part) => part !== null).join(' '),
        ])}
      />
    </RailCard>
  );
}

/** When the profile was confirmed, and proof of funds. */
export function ConfirmationFacts({ buyer, timeZone }: { buyer: Buyer; timeZone: string }): ReactElement {
  const { confirmedAt, expiresAt, proofOfFunds, currency } = buyer;
  const day = (time: string | null): string | null =>
    time === null ? null : formatDate(toCalendarDate(new Date(time), timeZone));
  return (
    <RailFacts
      nothing="Not confirmed, no proof of funds"
      facts={[
        ['Profile confirmed', day(confirmedAt)],
        [buyer.isConfirmed ? 'Expires' : 'Expired', day(expiresAt)],
        [
          'Proof of funds',
          proofOfFunds === null ? null : (
            <MoneyText key="proof" isPrice amountCents={proofOfFunds.amountCents} currency={currency} />
          ),
        ],
        [
          'Funds verified',
          proofOfFunds === null
            ? null
            : [day(proofOfFunds.verifiedAt), proofOfFunds.verifiedBy?.displayName]
                .filter(Boolean)
                .join(', ') || 'Not yet',
        ],
        [
          proofOfFunds?.isCurrent === false && proofOfFunds.verifiedAt !== null
            ? 'Proof expired'
            : 'Proof expires',
          proofOfFunds === null ? null : formatDate(proofOfFunds.expiresOn),
        ],
      ]}
    />
  );
}
