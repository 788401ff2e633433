import {
  createCustomValueSchema,
  listCustomFields,
  type CustomField,
  type CustomRecordType,
  type CustomValue,
} from '@handover/contract/records/custom-fields.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { formatPrice } from '@handover/ui/parts/money-text.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { safeParse } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The fields that the workspace has added to its records of a type. */
export interface CustomFields {
  /** Includes archived fields. */
  readonly all: readonly CustomField[];
  /** Fields that accept values. */
  readonly active: readonly CustomField[];
  /** The currency of amounts, ISO 4217. */
  readonly currency: string;
}

export const customFieldsQuery = (recordType: CustomRecordType = 'customer'): QueryFor<CustomFields> =>
  oneQuery({
    queryKey: [recordType, 'all', 'custom-fields'],
    queryFn: async ({ signal }) => {
      const { customFields, currency } = await send(listCustomFields, { query: { recordType } }, { signal });
      return { all: customFields, active: customFields.filter(({ isArchived }) => !isArchived), currency };
    },
    staleTime: 60_000,
  });

const none: CustomFields = { all: [], active: [], currency: 'USD' };

/** The fields for the current screen; empty until loaded, or if the record type is null. */
export function useCustomFields(recordType?: CustomRecordType | null): CustomFields {
  const { data = none } = useQuery({
    ...customFieldsQuery(recordType ?? 'customer'),
    enabled: recordType !== null,
  });
  // A query that is not enabled still returns what another screen has loaded.
  return recordType === null ? none : data;
}

/** A value as display text; empty if there is none. */
export function formatCustomValue(
  { kind, choices }: CustomField,
  value: CustomValue | null | undefined,
  currency: string,
): string {
  if (value === null || value === undefined) return '';
  if (kind === 'choice') return choices.find(({ id }) => id === value)?.label ?? '';
  if (kind === 'date') return formatDate(String(value));
  if (typeof value === 'string') return value;
  return kind === 'money'
    ? formatPrice(value, currency)
    : value.toLocaleString('en', { maximumFractionDigits: 15 });
}

/** A value as input text; empty if there is none. */
export function toInputText({ kind }: CustomField, value: CustomValue | null | undefined): string {
  if (value === null || value === undefined) return '';
  return kind === 'money' && typeof value === 'number' ? formatMoneyInput(value) : String(value);
}

/**
 * Parses typed text into the field's stored value. Invalid text is passed on unchanged, so that validation rejects it.
 */
export function parseCustomValue({ kind }: CustomField, text: string): CustomValue | null {
  const plain = text.trim();
  if (plain === '') return null;
  if (kind === 'number') return parseNumber(plain) ?? plain;
  return kind === 'money' ? (parseMoney(plain) ?? plain) : plain;
}

/** Why a value is invalid for a field; null if it is valid. */
export function findProblem(field: CustomField, value: CustomValue | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const { success, error } = safeParse(createCustomValueSchema(field), value);
  if (success) return null;
  return typeof value === 'string' && field.kind === 'money'
    ? 'Enter an amount such as 850k or 1,250,000'
    : (error.issues[0]?.message ?? `This value is not valid for ${field.name}.`);
}
