import type { Customer } from '@handover/contract/customers.ts';
import type { ReactElement, ReactNode } from 'react';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { CustomerStatus } from '../../customer-status.tsx';
import { customText } from '#shared/customers/custom-fields.ts';
import type { ListColumn } from '../columns/columns.ts';
import styles from './customer-table.module.css';

const tagsShown = 2;

/** Where the workspace is, and what its amounts are in. */
export interface Place {
  readonly timeZone: string;
  readonly currency: string;
}

/** What a column shows of a customer; a blank value stays blank. */
export function cellOf(
  { key, field }: ListColumn,
  customer: Customer,
  { timeZone, currency }: Place,
): ReactNode {
  if (field !== undefined) return customText(field, customer.custom[field.id], currency);
  switch (key) {
    case 'status':
      return <CustomerStatus customer={customer} />;
    case 'broker':
      return customer.broker?.displayName;
    case 'tags':
      return <TagPills customer={customer} />;
    case 'lastActivityAt':
      return (
        customer.lastActivityAt !== null && (
          <RelativeTime time={customer.lastActivityAt} timeZone={timeZone} />
        )
      );
    case 'joiningDate':
      return dateText(customer.joiningDate);
    case 'createdAt':
      return <RelativeTime time={customer.createdAt} timeZone={timeZone} />;
    default:
      return isPlain(key) ? customer[key] : null;
  }
}

function isPlain(key: string): key is (typeof plainKeys)[number] {
  return plainKeys.some((plain) => plain === key);
}

const plainKeys = [
  'email',
  'phone',
  'company',
  'accountType',
  'planName',
  'npi',
  'source',
  'city',
  'region',
] as const;

/** The text that a cell which is too narrow shows on hover. */
export function hoverText(
  { key, field }: ListColumn,
  customer: Customer,
  { currency }: Place,
): string | undefined {
  if (field !== undefined) return customText(field, customer.custom[field.id], currency) || undefined;
  if (key === 'broker') return customer.broker?.displayName;
  if (key === 'email' || key === 'phone' || key === 'company' || key === 'source' || key === 'city')
    return customer[key] ?? undefined;
  return undefined;
}

/** The first tags, and how many more there are. */
export function TagPills({ customer }: { customer: Pick<Customer, 'tags'> }): ReactElement | null {
  const { tags } = customer;
  if (tags.length === 0) return null;
  return (
    <span className={styles['tags']} title={tags.map(({ name }) => name).join(', ')}>
      {tags.slice(0, tagsShown).map(({ id, name }) => (
        <Pill key={id}>{name}</Pill>
      ))}
      {tags.length > tagsShown && <Pill>+{tags.length - tagsShown}</Pill>}
    </span>
  );
}
