import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { businessFieldLabels as labels } from '@handover/contract/records/field-labels.ts';
import type { PreviewFacts } from '#shared/records/list/record-list.ts';
import { FactEditingProvider } from '#shared/records/page/editable-fact.tsx';
import { RailCard, RailCards, RailFacts } from '#shared/records/page/rail.tsx';
import { businessQuery } from '../businesses.queries.ts';

const CustomFacts = lazy(() => import('#shared/customers/custom-facts.tsx'));

const identifiers = ['npi', 'ein', 'ccn', 'clia', 'dea'] as const;

/** Figures, premises, and identifiers of a business. `children` are further cards. */
export function BusinessFacts({
  business,
  children,
}: {
  business: BusinessDetail;
  children?: ReactNode;
}): ReactElement {
  const { currency, askingPriceCents, reducedPriceCents, sdeCents } = business;
  const price = reducedPriceCents ?? askingPriceCents;
  const multiple = price === null || sdeCents === null || sdeCents <= 0 ? null : price / sdeCents;
  const known = identifiers.filter((name) => business[name] !== null);
  const money = (amountCents: number | null): ReactNode =>
    amountCents === null ? null : <MoneyText isPrice amountCents={amountCents} currency={currency} />;
  const { name } = business;
  const canEdit = business.abilities.canUpdate && business.deletedAt === null;
  return (
    <FactEditingProvider editing={canEdit ? { record: business, name, form: loadBusinessForm } : null}>
      <RailCards>
        <RailCard title="Figures">
          <RailFacts
            isMoney
            nothing="No figures yet"
            facts={[
              [labels.askingPriceCents, money(askingPriceCents), 'askingPriceCents'],
              [labels.reducedPriceCents, money(reducedPriceCents), 'reducedPriceCents'],
              [labels.revenueCents, money(business.revenueCents), 'revenueCents'],
              [labels.sdeCents, money(sdeCents), 'sdeCents'],
              [labels.ebitdaCents, money(business.ebitdaCents), 'ebitdaCents'],
              ['Price to SDE', multiple === null ? null : `${multiple.toFixed(2)}×`],
            ]}
          />
        </RailCard>
        <RailCard title="Listing and premises">
          <RailFacts
            nothing="No listing details yet"
            facts={[
              [labels.publicTitle, business.publicTitle, 'publicTitle'],
              [labels.listingNumber, business.listingNumber, 'listingNumber'],
              [
                labels.leaseEnd,
                business.leaseEnd === null ? null : formatDate(business.leaseEnd),
                'leaseEnd',
              ],
            ]}
          />
        </RailCard>
        <RailCard title="Address and contact">
          <RailFacts
            nothing="No address or contact details yet"
            facts={[
              [labels.street, business.street, 'street'],
              [labels.city, business.city, 'city'],
              [labels.region, business.region, 'region'],
              [labels.postalCode, business.postalCode, 'postalCode'],
              [labels.phone, renderLink(business.phone, 'tel:'), 'phone'],
              [labels.email, renderLink(business.email, 'mailto:'), 'email'],
              [labels.website, renderLink(business.website, ''), 'website'],
            ]}
          />
        </RailCard>
        {known.length > 0 && (
          <RailCard title="Identifiers">
            <RailFacts facts={known.map((name) => [labels[name], business[name], name])} />
          </RailCard>
        )}
        <Suspense>
          <CustomFacts recordType="business" custom={business.custom} />
        </Suspense>
        {children}
      </RailCards>
    </FactEditingProvider>
  );
}

function renderLink(text: string | null, scheme: 'tel:' | 'mailto:' | ''): ReactNode {
  if (text === null) return null;
  const address = scheme === 'tel:' ? text.replace(/[^\d+,;*#]/g, '') : text;
  return (
    <a href={`${scheme}${address}`} {...(scheme === '' && { target: '_blank', rel: 'noopener noreferrer' })}>
      {text}
    </a>
  );
}

const loadBusinessForm = async () => (await import('../businesses.form.tsx')).businessForm;

/** The facts of a business in the preview panel of a list. */
export const businessPreview: PreviewFacts<BusinessDetail> = {
  query: businessQuery,
  Facts: ({ record }) => <BusinessFacts business={record} />,
};
