import type { DealDetail } from '@handover/contract/deals/deals.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { lazy, Suspense, type ReactElement } from 'react';
import { dealQuery } from '#features/deals/deals.queries.ts';
import { DealFacts } from '#features/deals/record/deal-facts.tsx';
import { DealHeader } from '#features/deals/record/deal-header.tsx';
import { StagePanel } from '#features/deals/record/stage-panel.tsx';
import { optionalPart } from '#shared/page/loading.ts';
import { RecordComposer, useComposerTab } from '#shared/records/page/record-composer.tsx';
import { RecordLayout, RecordPage, type RecordPageSpec } from '#shared/records/page/record-page.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { RecordForm, recordSections } from './record-parts.tsx';

const NdaPanel = optionalPart(() => import('#features/agreements/nda-panel.tsx'));
const OffersSection = lazy(() => import('#features/deals/offers/offers-section.tsx'));
const DiligenceSection = lazy(() => import('#features/deals/closing/diligence-section.tsx'));
const ClosingSection = lazy(() => import('#features/deals/closing/closing-section.tsx'));
const AccessPanel = optionalPart(() => import('#shared/access-grants/access-panel.tsx'));
const CommissionCard = optionalPart(() => import('#features/commission/commission-card.tsx'));

const dealPage: RecordPageSpec<DealDetail> = {
  noun: recordInfo.deal,
  icon: 'solar:case-round-bold-duotone',
  listPath: '/admin/business-center/deals',
  pathOf: (id) => `${recordInfo.deal.path}${id}`,
  query: dealQuery,
  headingOf: ({ buyer, business }) => ({ title: buyer.name, description: business.name }),
  View: DealView,
};

/** admin/business-center/deals/:id */
export default function DealPage(): ReactElement {
  return <RecordPage spec={dealPage} />;
}

function DealView({ record: deal }: { record: DealDetail }): ReactElement {
  const { id, abilities, buyer, business } = deal;
  const { tab, setTab } = useComposerTab();
  const of = { type: 'deal', id } as const;
  const hasDocuments = useUser().areas.includes('documents');
  return (
    <RecordLayout
      header={
        <>
          <DealHeader deal={deal} />
          <StagePanel deal={deal} />
        </>
      }
      composer={
        abilities.canUpdate && (
          <RecordComposer tab={tab} onTab={setTab} hasEmail={false}>
            <RecordForm tab={tab} of={of} other={{ type: 'customer', ...buyer }} email={null} />
          </RecordComposer>
        )
      }
      sections={[
        ...recordSections({ of, files: hasDocuments ? { canUpload: abilities.canUpdate } : null }),
        { name: 'offers', label: 'Offers', content: <OffersSection key={id} deal={deal} /> },
        { name: 'diligence', label: 'Diligence', content: <DiligenceSection key={id} dealId={id} /> },
        { name: 'closing', label: 'Closing', content: <ClosingSection key={id} deal={deal} /> },
      ]}
      rail={
        <DealFacts deal={deal}>
          <Suspense>
            <NdaPanel of={{ buyer, business, dealId: id }} canSend={abilities.canUpdate} />
            <AccessPanel of={of} />
            <CommissionCard dealId={id} stageEnteredAt={deal.stageEnteredAt} />
          </Suspense>
        </DealFacts>
      }
    />
  );
}
