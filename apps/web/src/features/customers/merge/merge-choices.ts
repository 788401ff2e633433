import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { parseCustomFieldKey } from '@handover/contract/records/custom-filter.ts';
import {
  mergeFields,
  type Merge,
  type MergeField,
  type MergePreview,
  type MovedCounts,
} from '@handover/contract/records/merges.ts';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { formatCustomValue, type CustomFields } from '#shared/customers/custom-fields.ts';
import { getCustomerFieldLabel } from '@handover/contract/records/field-labels.ts';
import { lowerFirst } from '@handover/domain/text/letter-case.ts';

/** A choice between the survivor's value and the other's. */
export interface MergeChoice {
  readonly key: string;
  readonly label: string;
  /** The fields that the choice applies to: one field, or all fields of an address. */
  readonly fields: readonly MergeField[];
  /** The server's default choice. */
  readonly isFromOther: boolean;
  /** Empty if there is no value. */
  readonly survivorText: string;
  readonly otherText: string;
}

const addressFields = [
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
] as const satisfies readonly MergeField[];

/**
 * The choices to make. An address is one choice, because mixing two addresses would result in one that does not exist.
 */
export function listChoices({ survivor, other, fields }: MergePreview, own: CustomFields): MergeChoice[] {
  const isAddress = (field: MergeField): boolean => addressFields.some((known) => known === field);
  const [address, single] = [
    fields.filter(({ field }) => isAddress(field)),
    fields.filter(({ field }) => !isAddress(field)),
  ];
  const choices = single.map(({ field, isFromOther }) => ({
    key: field,
    label: getLabel(field, own),
    fields: [field],
    isFromOther,
    survivorText: formatField(field, { customer: survivor, own }),
    otherText: formatField(field, { customer: other, own }),
  }));
  if (address.length === 0) return choices;
  return [
    ...choices,
    {
      key: 'address',
      label: 'Address',
      fields: address.map(({ field }) => field),
      isFromOther: address.some(({ isFromOther }) => isFromOther),
      survivorText: formatAddress(survivor),
      otherText: formatAddress(other),
    },
  ];
}

function getLabel(field: MergeField | 'contactPoints', { all }: CustomFields): string {
  return all.find(({ id }) => id === parseCustomFieldKey(field))?.name ?? getCustomerFieldLabel(field);
}

function formatField(
  field: MergeField,
  { customer, own }: { customer: CustomerDetail; own: CustomFields },
): string {
  const custom = own.all.find(({ id }) => id === parseCustomFieldKey(field));
  if (custom !== undefined) return formatCustomValue(custom, customer.custom[custom.id], own.currency);
  if (field === 'brokerId') return customer.broker?.displayName ?? '';
  if (field === 'isVerified') return customer.isVerified ? 'Yes' : 'No';
  if (field === 'joiningDate') return customer.joiningDate === null ? '' : formatDate(customer.joiningDate);
  const plain = mergeFields.find((known) => known === field);
  return plain === undefined ? '' : String(customer[plain] ?? '');
}

function formatAddress(customer: CustomerDetail): string {
  return addressFields
    .map((field) => customer[field])
    .filter(Boolean)
    .join(', ');
}

/** Moved records as text: `12 notes`. Empty kinds are skipped. */
export function formatMoves(moved: MovedCounts): string[] {
  return moved
    .filter(({ count }) => count > 0)
    .map(({ one, many, count }) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`);
}

/** “Name: Anne Leigh”, for each discarded value. */
export function formatUnused(unused: Merge['unused'], own: CustomFields): string[] {
  return unused.map(({ field, value }) => `${getLabel(field, own)}: ${value}`);
}

/** “city and other contact details”. */
export function formatFields(fields: readonly (MergeField | 'contactPoints')[], own: CustomFields): string {
  return new Intl.ListFormat('en').format(
    fields.map((field) => {
      const label = getLabel(field, own);
      return parseCustomFieldKey(field) === null ? lowerFirst(label) : label;
    }),
  );
}
