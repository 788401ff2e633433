import {
  createCustomValueSchema,
  type CustomField,
  type CustomFieldKind,
  type CustomValue,
} from '@handover/contract/records/custom-fields.ts';
import {
  readCondition,
  type CustomCondition,
  type CustomOperator,
} from '@handover/contract/records/custom-filter.ts';
import { id } from '@handover/contract/http/common.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { safeParse } from 'zod/mini';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import { listCustomFields } from '#platform/records/custom-fields/custom-fields.queries.ts';

/** A condition with the kind of its field, and its value as the field stores it. */
export type ResolvedCondition =
  /** For a deleted field or choice: matches nothing. */
  | { readonly fieldId: string; readonly operator: CustomOperator; readonly kind: null }
  | { readonly fieldId: string; readonly operator: 'empty' | 'filled' }
  | {
      readonly fieldId: string;
      readonly operator: 'is' | 'contains' | 'min' | 'max';
      readonly kind: CustomFieldKind;
      readonly value: CustomValue;
    };

/**
 * The conditions of a filter on custom fields. Archived and deleted fields are accepted, so that links continue to
 * work. Throws INVALID_INPUT for an operator or a value that does not fit the kind of the field.
 */
export async function resolveCustomConditions(
  db: Db,
  {
    workspaceId,
    recordType,
    filter,
  }: {
    workspaceId: string;
    recordType: RecordType;
    filter: { readonly custom?: readonly string[] | undefined };
  },
): Promise<ResolvedCondition[]> {
  const conditions = (filter.custom ?? []).flatMap((text) => readCondition(text) ?? []);
  if (conditions.length === 0) return [];
  const fields = await listCustomFields(db, { workspaceId, recordType });
  return conditions.map((condition) =>
    resolveCondition(
      condition,
      fields.find(({ id }) => id === condition.fieldId),
    ),
  );
}

function resolveCondition(
  { fieldId, operator, value }: CustomCondition,
  field: CustomField | undefined,
): ResolvedCondition {
  if (field === undefined) return { fieldId, operator, kind: null };
  if (operator === 'empty' || operator === 'filled') return { fieldId, operator };
  const { kind, name, choices } = field;
  if (!operators[kind].includes(operator))
    throw invalidField('custom', `${name} cannot be filtered with “${operator}”`);
  if (kind === 'choice' && safeParse(id, value).success && !choices.some((choice) => choice.id === value))
    return { fieldId, operator, kind: null };
  const isNumeric = kind === 'number' || kind === 'money';
  const result = safeParse(createCustomValueSchema(field), isNumeric ? toNumber(value) : value);
  if (!result.success)
    throw invalidField(
      'custom',
      `${name}: ${result.error.issues[0]?.message ?? 'not a value of this field'}`,
    );
  return { fieldId, operator, kind, value: result.data };
}

/** The operators of each kind besides `empty` and `filled`. */
const operators: Readonly<Record<CustomFieldKind, readonly CustomOperator[]>> = {
  text: ['is', 'contains'],
  number: ['is', 'min', 'max'],
  money: ['is', 'min', 'max'],
  date: ['is', 'min', 'max'],
  choice: ['is'],
};

function toNumber(text: string): number | string {
  return /^-?\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?$/.test(text) ? Number(text) : text;
}
