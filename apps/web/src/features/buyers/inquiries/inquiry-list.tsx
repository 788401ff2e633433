import Button from '@mui/material/Button';
import {
  acceptInquiry,
  dismissInquiry,
  inquiryStatuses,
  listInquiries,
  reopenInquiry,
  type Inquiry,
  type InquiryStatus,
} from '@handover/contract/buyers/buyer-inquiries.ts';
import { buyerExperienceNames, buyerTimingNames } from '@handover/contract/buyers/buyers.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery } from '#shared/api/query-factory.ts';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { BusinessCenterTabs } from '#shared/page/business-center-tabs.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { formatCompactMoney, formatPriceRange, formatStates, formatTypes } from '../search-values.ts';
import styles from './inquiry-list.module.css';

const statusNames: Readonly<Record<InquiryStatus, string>> = {
  pending: 'New',
  accepted: 'Accepted',
  dismissed: 'Dismissed',
};

const inquiriesQuery = (status: InquiryStatus) =>
  pagesQuery({
    queryKey: ['inquiry', 'all', status],
    fetchPage: ({ cursor, signal }) => send(listInquiries, { query: { status, cursor } }, { signal }),
  });

/** admin/business-center/buyers/inquiries. The status is in the URL. */
export default function InquiryList(): ReactElement {
  const [params, setParams] = useSearchParams();
  const status = inquiryStatuses.find((each) => each === params.get('status')) ?? 'pending';
  const query = useInfiniteQuery(inquiriesQuery(status));
  const inquiries = query.data?.pages.flatMap((page) => page.inquiries) ?? [];
  return (
    <>
      <BusinessCenterTabs />
      <PageToolbar>
        <TabList
          label="Status"
          idPrefix="inquiries"
          tabs={inquiryStatuses.map((name) => ({ name, label: statusNames[name] }))}
          selected={status}
          onSelect={(name) => setParams(name === 'pending' ? {} : { status: name }, { replace: true })}
        />
      </PageToolbar>
      <section
        className={styles['card']}
        id="inquiries-panel"
        role="tabpanel"
        aria-labelledby={`inquiries-tab-${status}`}
      >
        <PagedPanel
          query={query}
          count={inquiries.length}
          empty={{
            icon: 'solar:inbox-bold-duotone',
            title: status === 'pending' ? 'No new inquiries' : `No ${status} inquiries`,
            text: 'Registrations from the website and inquiries from listing portals will appear here.',
          }}
          failed="The inquiries could not be loaded"
        >
          <ul className={styles['list']}>
            {inquiries.map((inquiry) => (
              <InquiryItem key={inquiry.id} inquiry={inquiry} />
            ))}
          </ul>
          <LoadMore query={query} shown={inquiries.length} total={query.data?.pages[0]?.total ?? null} />
        </PagedPanel>
      </section>
    </>
  );
}

function InquiryItem({ inquiry }: { inquiry: Inquiry }): ReactElement {
  const { name, email, phone, message, source, business, listingReference, createdAt, customers } = inquiry;
  const { timeZone } = useUser();
  const wishes = formatCriteria(inquiry);
  return (
    <li className={styles['inquiry']}>
      <div className={styles['text']}>
        <div className={styles['head']}>
          <strong dir="auto">{name}</strong>
          <Pill>{source}</Pill>
          {!inquiry.isVerified && <Pill tone="warning">Sender not verified</Pill>}
          <span className={styles['second']}>
            <RelativeTime time={createdAt} timeZone={timeZone} />
          </span>
        </div>
        <p className={styles['second']}>{[email, phone].filter(Boolean).join(' · ')}</p>
        {wishes !== '' && <p>Looking for: {wishes}</p>}
        {business !== null && (
          <p>
            About <Link to={`${recordInfo.business.path}${business.id}`}>{business.name}</Link>
          </p>
        )}
        {business === null && listingReference !== null && <p>No listing {listingReference} found</p>}
        {message !== null && (
          <blockquote className={styles['message']} dir="auto">
            {message}
          </blockquote>
        )}
        {inquiry.status === 'pending' && customers.length > 0 && (
          <p>
            Same email as{' '}
            {customers.map((customer, index) => (
              <span key={customer.id}>
                {index > 0 && ', '}
                <Link to={`${recordInfo.customer.path}${customer.id}`}>{customer.name}</Link>
              </span>
            ))}
          </p>
        )}
      </div>
      <Decision inquiry={inquiry} />
    </li>
  );
}

/** "Dental · TX · up to $1.5M · $300K cash · Within 6 months"; empty for none. */
function formatCriteria({
  types,
  states,
  maxPriceCents,
  minSdeCents,
  cashCents,
  currency,
  timing,
  experience,
}: Inquiry): string {
  return [
    types.length > 0 && formatTypes(types),
    states.length > 0 && formatStates(states),
    formatPriceRange({ minPriceCents: null, maxPriceCents }, currency),
    minSdeCents !== null && `at least ${formatCompactMoney(minSdeCents, currency)} SDE`,
    cashCents !== null && `${formatCompactMoney(cashCents, currency)} cash`,
    timing !== null && buyerTimingNames[timing],
    experience !== null && `Experience: ${buyerExperienceNames[experience]}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The possible decisions on an inquiry, or the resulting buyer. */
function Decision({ inquiry }: { inquiry: Inquiry }): ReactElement | null {
  const { id, name, status, buyerId, customers } = inquiry;
  const toasts = useToasts();
  const refresh = useRefresh();
  const [customerId, setCustomerId] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      refresh({ noun: 'inquiry', customerId: null });
      refresh({ noun: 'buyer', customerId: null });
    },
  });
  const params = { id };
  const reopen = (): void =>
    mutate(() => send(reopenInquiry, { params }), { onSuccess: () => toasts.done('Inquiry moved to New') });
  if (status === 'accepted')
    return buyerId === null ? null : (
      <Button component={Link} to={`${recordInfo.buyer.path}${buyerId}`} variant="outlined" color="inherit">
        Open buyer
      </Button>
    );
  if (status === 'dismissed')
    return (
      <Button variant="outlined" color="inherit" loading={isPending} onClick={reopen}>
        Move to New
      </Button>
    );
  return (
    <div className={styles['actions']}>
      {customers.length > 1 && (
        <LabeledSelect
          label="Customer"
          value={customerId}
          onChange={({ target }) => setCustomerId(target.value)}
        >
          <option value="">Choose</option>
          {customers.map((customer) => (
            <option key={customer.id} value={customer.id}>
              {customer.name}
            </option>
          ))}
        </LabeledSelect>
      )}
      <Button
        variant="outlined"
        color="inherit"
        disabled={isPending}
        onClick={() =>
          mutate(() => send(dismissInquiry, { params }), {
            onSuccess: () => toasts.undoable(`The inquiry from ${name} was dismissed`, reopen),
          })
        }
      >
        Dismiss
      </Button>
      <Button
        loading={isPending}
        disabled={customers.length > 1 && customerId === ''}
        onClick={() =>
          mutate(() => send(acceptInquiry, { params, body: customerId === '' ? {} : { customerId } }), {
            onSuccess: () => toasts.done(`${name} added as a buyer`),
          })
        }
      >
        {customers.length === 0 ? 'Add buyer' : 'Add to customer'}
      </Button>
    </div>
  );
}
