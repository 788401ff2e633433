import { listCustomFields, type CustomField, type CustomValue } from '@handover/contract/custom-fields.ts';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The fields that the workspace has added to its customers. */
export interface CustomFields {
  /** Archived ones too. */
  readonly all: readonly CustomField[];
  /** Those that take values. */
  readonly active: readonly CustomField[];
  /** Of amounts, ISO 4217. */
  readonly currency: string;
}

export const customFieldsQuery = (): QueryFor<CustomFields> =>
  oneQuery({
    queryKey: ['customer', 'all', 'custom-fields'],
    queryFn: async ({ signal }) => {
      const { customFields, currency } = await send(listCustomFields, {}, { signal });
      return { all: customFields, active: customFields.filter(({ isArchived }) => !isArchived), currency };
    },
    staleTime: 60_000,
  });

const none: CustomFields = { all: [], active: [], currency: 'USD' };

/** The same for what is on screen; none until they are known. */
export function useCustomFields(): CustomFields {
  return useQuery(customFieldsQuery()).data ?? none;
}

/** A value in words; empty where there is none. */
export function customText(
  { kind, choices }: CustomField,
  value: CustomValue | null | undefined,
  currency: string,
): string {
  if (value === null || value === undefined) return '';
  if (kind === 'choice') return choices.find(({ id }) => id === value)?.label ?? '';
  if (kind === 'date') return dateText(String(value));
  if (typeof value === 'string') return value;
  return kind === 'money'
    ? new Intl.NumberFormat('en', {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      }).format(value / 100)
    : value.toLocaleString('en', { maximumFractionDigits: 15 });
}
