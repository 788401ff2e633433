import type { ContactPoint } from '@handover/contract/contact-points.ts';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import type { ReactElement, ReactNode } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { customText, useCustomFields } from '#shared/customers/custom-fields.ts';
import type { PreviewFacts } from '#shared/records/list/record-list.ts';
import { RailCard, RailCards, RailFacts, RailNothing } from '#shared/records/page/rail.tsx';
import TagsInput from '../tags-input.tsx';
import styles from './customer-facts.module.css';
import { useCustomerMutations } from './use-customer-mutations.ts';
import IconButton from '@mui/material/IconButton';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { customerQuery } from '../customers.queries.ts';

const logins = {
  none: { tone: 'neutral', text: 'No login' },
  invited: { tone: 'info', text: 'Invited' },
  active: { tone: 'success', text: 'Can sign in' },
} as const;

/** Contact details and relationship of a customer. `children` are cards of other records. */
export function CustomerFacts({
  customer,
  children,
}: {
  customer: CustomerDetail;
  children?: ReactNode;
}): ReactElement {
  const mutations = useCustomerMutations(customer);
  const login = logins[customer.login];
  return (
    <RailCards>
      <RailCard title="Contact">
        {customer.email !== null && (
          <ContactLine icon="solar:letter-linear" text={customer.email} href={`mailto:${customer.email}`} />
        )}
        {customer.phone !== null && (
          <ContactLine icon="solar:phone-linear" text={customer.phone} href={callLink(customer.phone)} />
        )}
        <ContactPointLines points={customer.contactPoints} />
        {customer.website !== null && (
          <ContactLine
            icon="solar:global-linear"
            text={customer.website}
            href={customer.website}
            isExternal
          />
        )}
        {customer.email === null &&
          customer.phone === null &&
          customer.website === null &&
          customer.contactPoints.length === 0 && <RailNothing>No contact details yet</RailNothing>}
      </RailCard>
      <RailCard title="Relationship">
        <RailFacts
          facts={[
            ['Broker', customer.broker?.displayName ?? 'Unassigned'],
            ['Source', customer.source],
            ['Plan', customer.planName],
          ]}
        />
        <div className={styles['login']}>
          <StatusLabel tone={login.tone}>{login.text}</StatusLabel>
        </div>
      </RailCard>
      <CustomPanel customer={customer} />
      {children}
      <RailCard title="Tags">
        {customer.abilities.canUpdate ? (
          <TagsInput label="Tags on this customer" value={customer.tags} onChange={mutations.setTags} />
        ) : (
          <p>{customer.tags.map(({ name }) => name).join(', ')}</p>
        )}
      </RailCard>
      <AddressPanel customer={customer} />
      {(customer.npi !== null || customer.ccn !== null || customer.taxonomyCode !== null) && (
        <RailCard title="Identifiers">
          {customer.npi !== null && (
            <ContactLine icon="solar:hashtag-linear" text={customer.npi} label="NPI" />
          )}
          {customer.ccn !== null && (
            <ContactLine icon="solar:hashtag-linear" text={customer.ccn} label="CCN" />
          )}
          {customer.taxonomyCode !== null && (
            <ContactLine icon="solar:hashtag-linear" text={customer.taxonomyCode} label="Taxonomy" />
          )}
        </RailCard>
      )}
    </RailCards>
  );
}

function callLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+,;*#]/g, '')}`;
}

const pointLinks = {
  email: { icon: 'solar:letter-linear', href: (value: string) => `mailto:${value}` },
  phone: { icon: 'solar:phone-linear', href: callLink },
  address: { icon: 'solar:map-point-linear', href: null },
} as const;

/** Further emails, phones, and addresses. */
function ContactPointLines({ points }: { points: readonly ContactPoint[] }): ReactElement[] {
  return points.map(({ kind, label, value }) => {
    const { icon, href } = pointLinks[kind];
    return (
      <ContactLine
        key={`${kind} ${value}`}
        icon={icon}
        text={value}
        {...(label !== '' && { label })}
        {...(href !== null && { href: href(value) })}
      />
    );
  });
}

function CustomPanel({ customer: { custom } }: { customer: CustomerDetail }): ReactElement | null {
  const { active, currency } = useCustomFields();
  const facts = active.flatMap((field) => {
    const text = customText(field, custom[field.id], currency);
    return text === '' ? [] : [[field.name, text] as const];
  });
  if (facts.length === 0) return null;
  return (
    <RailCard title="Custom fields">
      <RailFacts facts={facts} isStacked />
    </RailCard>
  );
}

function AddressPanel({ customer }: { customer: CustomerDetail }): ReactElement | null {
  const lines = [
    customer.addressLine1,
    customer.addressLine2,
    [customer.city, customer.region, customer.postalCode].filter(Boolean).join(', '),
    customer.country,
  ].filter((line) => line !== null && line !== '');
  if (lines.length === 0) return null;
  return (
    <RailCard title="Address">
      <address className={styles['address']}>{lines.join('\n')}</address>
    </RailCard>
  );
}

interface ContactLineProps {
  icon: string;
  text: string;
  /** What it is, where that does not show by itself. */
  label?: string;
  href?: string;
  isExternal?: boolean;
}

/** An address, number or identifier to follow and to copy. */
export function ContactLine({ icon, text, label, href, isExternal = false }: ContactLineProps): ReactElement {
  return (
    <p className={styles['contact']}>
      <Icon name={icon} size={18} />
      {label !== undefined && <span className={styles['label']}>{label}</span>}
      {href === undefined ? (
        <span className={styles['value']}>{text}</span>
      ) : (
        <a
          className={styles['value']}
          href={href}
          {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {text}
        </a>
      )}
      <CopyButton text={text} />
    </p>
  );
}

function CopyButton({ text }: { text: string }): ReactElement | null {
  const toasts = useToasts();
  // Browsers give pages without a secure context no clipboard.
  if (!('clipboard' in navigator)) return null;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toasts.done('Copied'),
      () => toasts.failed('The browser did not allow copying'),
    );
  };
  return (
    <IconButton size="small" aria-label={`Copy ${text}`} onClick={copy}>
      <Icon name="solar:copy-linear" size={16} />
    </IconButton>
  );
}

/** What the panel beside a list shows of a customer. */
export const customerPreview: PreviewFacts<CustomerDetail> = {
  query: customerQuery,
  Facts: ({ record }) => <CustomerFacts customer={record} />,
};
