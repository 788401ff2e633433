import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { PreviewFacts } from '#shared/records/list/record-list.ts';
import { EditableFact, FactEditingProvider, useFactEditing } from '#shared/records/page/editable-fact.tsx';
import { RailCard, RailCards, RailFacts, RailNothing } from '#shared/records/page/rail.tsx';
import TagsInput from '#shared/tags/tags-input.tsx';
import styles from './customer-facts.module.css';
import { useCustomerMutations } from './use-customer-mutations.ts';
import IconButton from '@mui/material/IconButton';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { copyText } from '@handover/ui-lite/parts/copy-text.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { customerQuery } from '../customers.queries.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

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
  const { name } = customer;
  const canEdit = customer.abilities.canUpdate && customer.deletedAt === null;
  return (
    <FactEditingProvider editing={canEdit ? { record: customer, name, form: loadCustomerForm } : null}>
      <RailCards>
        <ContactCard customer={customer} />
        <RailCard title="Relationship">
          <RailFacts
            facts={[
              ['Broker', customer.broker?.displayName ?? 'Unassigned', 'brokerId'],
              ['Source', customer.source, 'source'],
              ['Plan', customer.planName, 'planName'],
              [
                'Portal access',
                <StatusLabel key="login" tone={login.tone}>
                  {login.text}
                </StatusLabel>,
              ],
            ]}
          />
        </RailCard>
        <Suspense>
          <CustomFacts recordType="customer" custom={customer.custom} />
        </Suspense>
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
              <ContactLine
                icon="solar:hashtag-linear"
                text={customer.npi}
                label="NPI"
                edit={{ field: 'npi', label: 'NPI' }}
              />
            )}
            {customer.ccn !== null && (
              <ContactLine
                icon="solar:hashtag-linear"
                text={customer.ccn}
                label="CCN"
                edit={{ field: 'ccn', label: 'CCN' }}
              />
            )}
            {customer.taxonomyCode !== null && (
              <ContactLine
                icon="solar:hashtag-linear"
                text={customer.taxonomyCode}
                label="Taxonomy"
                edit={{ field: 'taxonomyCode', label: 'Taxonomy' }}
              />
            )}
          </RailCard>
        )}
      </RailCards>
    </FactEditingProvider>
  );
}

const loadCustomerForm = async () => (await import('../customers.form.tsx')).customerForm;

function ContactCard({ customer }: { customer: CustomerDetail }): ReactElement {
  const { email, phone, website, contactPoints } = customer;
  const isEditable = useFactEditing() !== null;
  const lines = [
    {
      field: 'email',
      label: 'Email',
      icon: 'solar:letter-linear',
      text: email,
      href: `mailto:${email ?? ''}`,
    },
    { field: 'phone', label: 'Phone', icon: 'solar:phone-linear', text: phone, href: callLink(phone ?? '') },
    {
      field: 'website',
      label: 'Website',
      icon: 'solar:global-linear',
      text: website,
      href: website ?? '',
      isExternal: true,
    },
  ].filter(({ text }) => text !== null || isEditable);
  return (
    <RailCard title="Contact">
      {lines.map(({ field, label, ...line }) => (
        <ContactLine key={field} edit={{ field, label }} {...line} />
      ))}
      <ContactPointLines points={contactPoints} />
      {lines.length === 0 && contactPoints.length === 0 && <RailNothing>No contact details yet</RailNothing>}
    </RailCard>
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

function AddressPanel({ customer }: { customer: CustomerDetail }): ReactElement | null {
  const lines = [
    customer.addressLine1,
    customer.addressLine2,
    [customer.city, [customer.region, customer.postalCode].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    formatCountry(customer.country),
  ].filter((line) => line !== null && line !== '');
  if (lines.length === 0) return null;
  return (
    <RailCard title="Address">
      <address className={styles['address']}>{lines.join('\n')}</address>
    </RailCard>
  );
}

/** The name of a country, which may be stored as a code; null for the United States. */
function formatCountry(country: string | null): string | null {
  if (country === null || /^(us|usa|united states)$/i.test(country)) return null;
  return /^[A-Z]{2}$/.test(country) ? (countryNames.of(country) ?? country) : country;
}

const CustomFacts = lazy(() => import('#shared/customers/custom-facts.tsx'));

interface ContactLineProps {
  icon: string;
  /** Null if there is no value, but one can be added. */
  text: string | null;
  /** The form field that edits the value. */
  edit?: { field: string; label: string };
  /** A label, unless the value is self-explanatory. */
  label?: string;
  href?: string;
  isExternal?: boolean;
}

/** A contact value that can be followed and copied, such as an address, a number, or an identifier. */
export function ContactLine({
  icon,
  text,
  edit,
  label,
  href,
  isExternal = false,
}: ContactLineProps): ReactElement {
  const value =
    text === null || href === undefined ? (
      text
    ) : (
      <a href={href} {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}>
        {text}
      </a>
    );
  return (
    <div className={styles['contact']}>
      <Icon name={icon} size={18} />
      {label !== undefined && <span className={styles['label']}>{label}</span>}
      <div className={styles['value']}>
        {edit === undefined ? value : <EditableFact {...edit}>{value}</EditableFact>}
      </div>
      {text !== null && <CopyButton text={text} />}
    </div>
  );
}

function CopyButton({ text }: { text: string }): ReactElement | null {
  const toasts = useToasts();
  // Browsers provide no clipboard to pages outside a secure context.
  if (!('clipboard' in navigator)) return null;
  const copy = async (): Promise<void> =>
    (await copyText(text)) ? toasts.done('Copied') : toasts.failed('The browser did not allow copying');
  return (
    <IconButton size="small" aria-label={`Copy ${text}`} onClick={() => void copy()}>
      <Icon name="solar:copy-linear" size={16} />
    </IconButton>
  );
}

/** The facts of a customer in the preview panel of a list. */
export const customerPreview: PreviewFacts<CustomerDetail> = {
  query: customerQuery,
  Facts: ({ record }) => <CustomerFacts customer={record} />,
};
