import type { Buyer } from '@handover/contract/buyers/buyers.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { lazy, Suspense, type ReactElement } from 'react';
import { BuyerHeader } from '#features/buyers/buyer-header.tsx';
import { BuyerFacts } from '#features/buyers/buyer-facts.tsx';
import { buyerQuery } from '#features/buyers/buyers.queries.ts';
import { optionalPart } from '#shared/page/loading.ts';
import { RecordComposer, useComposerTab } from '#shared/records/page/record-composer.tsx';
import { RecordLayout, RecordPage, type RecordPageSpec } from '#shared/records/page/record-page.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { RecordForm, recordSections } from './record-parts.tsx';

const NdaPanel = optionalPart(() => import('#features/agreements/nda-panel.tsx'));
const MatchingBusinesses = optionalPart(() => import('#features/buyers/matching/matching-businesses.tsx'));
const EmailComposer = lazy(() => import('#features/conversations/write/email-composer.tsx'));

const buyerPage: RecordPageSpec<Buyer> = {
  noun: recordInfo.buyer,
  icon: recordInfo.buyer.icon,
  listPath: '/admin/business-center/buyers',
  pathOf: (id) => `${recordInfo.buyer.path}${id}`,
  query: buyerQuery,
  headingOf: ({ customer, source }) => ({
    title: customer.name,
    description: source === null ? 'Buyer' : `Source: ${source}`,
  }),
  View: BuyerView,
};

/** admin/business-center/buyers/:id */
export default function BuyerPage(): ReactElement {
  return <RecordPage spec={buyerPage} />;
}

/** A buyer’s notes, emails, tasks, and files belong to the customer. */
function BuyerView({ record: buyer }: { record: Buyer }): ReactElement {
  const { customer, abilities } = buyer;
  const { areas } = useUser();
  const { tab, setTab, threadId, showThread } = useComposerTab();
  const of = { type: 'customer', id: customer.id } as const;
  const composer = (
    <RecordComposer tab={tab} onTab={setTab}>
      <RecordForm
        tab={tab}
        of={of}
        email={
          <EmailComposer
            key={threadId}
            customerId={customer.id}
            threadId={threadId}
            onThread={showThread}
            addresses={customer.email === null ? [] : [customer.email]}
          />
        }
      />
    </RecordComposer>
  );
  return (
    <RecordLayout
      header={<BuyerHeader buyer={buyer} />}
      composer={abilities.canManage && areas.includes('users') && composer}
      sections={
        areas.includes('users')
          ? recordSections({
              of,
              files: areas.includes('documents') ? { canUpload: abilities.canManage } : null,
            })
          : []
      }
      more={
        buyer.deletedAt === null && (
          <Suspense>
            <MatchingBusinesses buyerId={buyer.id} />
          </Suspense>
        )
      }
      rail={
        <BuyerFacts buyer={buyer}>
          <Suspense>
            <NdaPanel of={{ buyer: customer }} canSend={abilities.canManage} />
          </Suspense>
        </BuyerFacts>
      }
    />
  );
}
