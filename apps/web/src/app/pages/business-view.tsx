import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import type { Message } from '@handover/contract/conversations/conversations.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { businessQuery } from '#features/businesses/businesses.queries.ts';
import { BusinessFacts } from '#features/businesses/record/business-facts.tsx';
import { BusinessHeader } from '#features/businesses/record/business-header.tsx';
import { optionalPart } from '#shared/page/loading.ts';
import { RailCard, RailCards } from '#shared/records/page/rail.tsx';
import { RecordComposer, useComposerTab } from '#shared/records/page/record-composer.tsx';
import { RecordLayout, RecordPage, type RecordPageSpec } from '#shared/records/page/record-page.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { RecordForm, recordSections } from './record-parts.tsx';
import { StagePanel } from '#features/businesses/record/stage-panel.tsx';

const MatchingBuyers = optionalPart(() => import('#features/buyers/matching/matching-buyers.tsx'));
const ValuationCard = optionalPart(() => import('#features/businesses/valuation/valuation-card.tsx'));
const BusinessContacts = optionalPart(async () => ({
  default: (await import('#features/contacts/contact-page.tsx')).BusinessContacts,
}));
const BusinessLicenses = optionalPart(() => import('#features/businesses/record/business-licenses.tsx'));
const TypeFacts = optionalPart(() => import('#features/businesses/record/type-facts.tsx'));
const DealPanel = optionalPart(() => import('#features/deals/deal-panel.tsx'));
const NdaPanel = optionalPart(() => import('#features/agreements/nda-panel.tsx'));
const AccessPanel = optionalPart(() => import('#shared/access-grants/access-panel.tsx'));
const BusinessOffers = optionalPart(() => import('#features/deals/offers/business-offers.tsx'));
const EngagementSection = lazy(() => import('#features/commission/engagements/engagement-section.tsx'));
const FinancialsSection = lazy(() => import('#features/businesses/financials/financials-section.tsx'));
const RoomSection = lazy(() => import('#features/documents/rooms/room-section.tsx'));
const ProfilesSection = lazy(() => import('#features/profiles/profiles-section.tsx'));
const NewEmail = lazy(() => import('./business-email.tsx'));
const RecipientsEmail = lazy(() => import('#features/conversations/write/recipients-email.tsx'));

const businessPage: RecordPageSpec<BusinessDetail> = {
  noun: { one: 'business', many: 'businesses' },
  icon: 'solar:buildings-bold-duotone',
  listPath: '/admin/business-center',
  pathOf: (id) => `/admin/business-center/businesses/${id}`,
  query: businessQuery,
  headingOf: ({ name, publicTitle }) => ({ title: name, description: publicTitle ?? 'No public title yet' }),
  View: BusinessView,
};

/** admin/business-center/businesses/:id */
export default function BusinessPage(): ReactElement {
  return <RecordPage spec={businessPage} />;
}

function BusinessView({ record: business }: { record: BusinessDetail }): ReactElement {
  const { id, owner, abilities } = business;
  const { tab, setTab, threadId, showThread, writeTo } = useComposerTab();
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const of = { type: 'business', id } as const;
  const hasDocuments = useUser().areas.includes('documents');
  const email =
    replyTo === null ? (
      <NewEmail key={threadId} business={business} threadId={threadId} onThread={showThread} />
    ) : (
      <RecipientsEmail key={replyTo.id} businessId={id} replyTo={replyTo} onSent={() => setReplyTo(null)} />
    );
  const composer = (
    <RecordComposer tab={tab} onTab={setTab}>
      <RecordForm
        tab={tab}
        of={of}
        other={owner === null ? null : { type: 'customer', ...owner }}
        email={email}
      />
    </RecordComposer>
  );
  const onReply = (message: Message): void => {
    setReplyTo(message);
    writeTo(null);
  };
  return (
    <RecordLayout
      header={
        <>
          <BusinessHeader business={business} />
          <StagePanel business={business} />
        </>
      }
      composer={abilities.canUpdate && composer}
      sections={[
        ...recordSections({
          of,
          onReply,
          files: hasDocuments ? { canUpload: abilities.canUpdate } : null,
        }),
        {
          name: 'financials',
          label: 'Financials',
          content: <FinancialsSection key={id} business={business} />,
        },
        {
          name: 'profiles',
          label: 'Teaser and CIM',
          content: <ProfilesSection key={id} business={business} />,
        },
        ...(hasDocuments
          ? [
              {
                name: 'room',
                label: 'Data room',
                content: <RoomSection key={id} businessId={id} canUpdate={abilities.canUpdate} />,
              },
            ]
          : []),
        {
          name: 'engagement',
          label: 'Engagement',
          content: <EngagementSection key={id} business={business} />,
        },
      ]}
      more={
        <Suspense>
          <RailCards>
            <BusinessOffers business={business} />
            <ValuationCard business={business} />
            <MatchingBuyers business={business} />
          </RailCards>
        </Suspense>
      }
      rail={
        <BusinessFacts business={business}>
          <Suspense>
            <TypeFacts business={business} />
            <DealPanel of={{ business }} canAdd={abilities.canUpdate} />
            <NdaPanel of={{ business }} canSend={abilities.canUpdate} />
            <BusinessContacts business={business} canUpdate={abilities.canUpdate} />
            <BusinessLicenses business={business} />
            <AccessPanel of={of} />
          </Suspense>
          {business.description !== null && (
            <RailCard title="Description">
              <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{business.description}</p>
            </RailCard>
          )}
        </BusinessFacts>
      }
    />
  );
}
