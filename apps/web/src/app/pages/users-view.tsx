import { listEmailAddresses } from '@handover/contract/customers/contact-points.ts';
import type { Message } from '@handover/contract/conversations/conversations.ts';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { customerQuery } from '#features/customers/customers.queries.ts';
import { CustomerHeader } from '#features/customers/record/customer-header.tsx';
import { CustomerFacts } from '#features/customers/record/customer-facts.tsx';
import { optionalPart } from '#shared/page/loading.ts';
import { RecordComposer, useComposerTab } from '#shared/records/page/record-composer.tsx';
import { RecordLayout, RecordPage, type RecordPageSpec } from '#shared/records/page/record-page.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { RecordForm, recordSections } from './record-parts.tsx';

const RecordDuplicates = optionalPart(() => import('#features/customers/duplicates/record-duplicates.tsx'));
const Memberships = optionalPart(() => import('#features/customers/account-members/memberships.tsx'));
const OwnedBusinesses = optionalPart(() => import('#features/businesses/owned-businesses.tsx'));
const DealPanel = optionalPart(() => import('#features/deals/deal-panel.tsx'));
const NdaPanel = optionalPart(() => import('#features/agreements/nda-panel.tsx'));
const BuyerPanel = optionalPart(() => import('#features/buyers/buyer-panel.tsx'));
const AccessPanel = optionalPart(() => import('#shared/access-grants/access-panel.tsx'));
const DraftMark = optionalPart(() => import('#features/conversations/write/draft/draft-mark.tsx'));
const EmailComposer = lazy(() => import('#features/conversations/write/email-composer.tsx'));
const Conversation = lazy(() => import('#features/conversations/search/searchable-conversation.tsx'));

const customerPage: RecordPageSpec<CustomerDetail> = {
  noun: { one: 'customer', many: 'customers' },
  icon: 'solar:user-cross-bold-duotone',
  listPath: '/admin/users',
  pathOf: (id) => `/admin/users/view/${id}`,
  query: customerQuery,
  headingOf: ({ name, company, accountType }) => ({ title: name, description: company ?? accountType }),
  View: CustomerView,
};

/** admin/users/view/:id */
export default function UsersView(): ReactElement {
  return <RecordPage spec={customerPage} />;
}

function CustomerView({ record: customer }: { record: CustomerDetail }): ReactElement {
  const { id, abilities, counts } = customer;
  const { tab, setTab, threadId, showThread, writeTo } = useComposerTab();
  const addresses = listEmailAddresses(customer);
  const reply = useReply({ customerId: id, addresses });
  const of = { type: 'customer', id } as const;
  const hasDocuments = useUser().areas.includes('documents');
  const composer = (
    <RecordComposer tab={tab} onTab={setTab}>
      <RecordForm
        tab={tab}
        of={of}
        email={
          <EmailComposer
            key={threadId}
            customerId={id}
            threadId={threadId}
            onThread={showThread}
            addresses={addresses}
          />
        }
      />
    </RecordComposer>
  );
  const sections = recordSections({
    of,
    counts,
    files: hasDocuments ? { canUpload: abilities.canUpdate } : null,
    mark: abilities.canUpdate && (
      <Suspense>
        <DraftMark customerId={id} />
      </Suspense>
    ),
    conversation: (
      <Conversation
        customerId={id}
        onReply={(message) => void reply(message).then(() => writeTo(message.threadId))}
        onDraft={abilities.canUpdate ? writeTo : null}
      />
    ),
  });
  return (
    <RecordLayout
      header={<CustomerTop customer={customer} />}
      composer={abilities.canUpdate && composer}
      sections={sections}
      rail={<CustomerRail customer={customer} />}
    />
  );
}

function CustomerTop({ customer }: { customer: CustomerDetail }): ReactElement {
  return (
    <>
      <CustomerHeader customer={customer} />
      {customer.abilities.canUpdate && (
        <Suspense>
          <RecordDuplicates customerId={customer.id} />
        </Suspense>
      )}
    </>
  );
}

function CustomerRail({ customer }: { customer: CustomerDetail }): ReactElement {
  const hasBusinesses = useUser().areas.includes('business-center');
  return (
    <CustomerFacts customer={customer}>
      {customer.deletedAt === null && (
        <Suspense>
          <AccessPanel of={{ type: 'customer', id: customer.id }} />
          <Memberships customer={customer} />
        </Suspense>
      )}
      {hasBusinesses && customer.deletedAt === null && (
        <Suspense>
          <OwnedBusinesses customerId={customer.id} />
          <DealPanel of={{ buyer: customer }} canAdd={customer.abilities.canUpdate} />
          <NdaPanel of={{ buyer: customer }} canSend={customer.abilities.canUpdate} />
          <BuyerPanel customer={customer} canUpdate={customer.abilities.canUpdate} />
        </Suspense>
      )}
    </CustomerFacts>
  );
}

/** Turns an email draft into a reply; loaded with the composer. */
function useReply({
  customerId,
  addresses,
}: {
  customerId: string;
  addresses: readonly string[];
}): (message: Message) => Promise<void> {
  const { id: userId } = useUser();
  const toasts = useToasts();
  const client = useQueryClient();
  return async (message) => {
    const { startReply } = await import('#features/conversations/write/start-reply.ts');
    const undo = await startReply(client, { userId, customerId, message, addresses });
    if (undo !== null) toasts.undoable('Your draft is now a reply to this email', undo);
  };
}
