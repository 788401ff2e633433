import type { CustomChanges, CustomField, CustomValues } from '@handover/contract/records/custom-fields.ts';
import { sql, type RawBuilder } from 'kysely';
import { escapeLike } from '#lib/text.ts';
import type { ResolvedCondition } from './custom-filter.ts';

type Condition = RawBuilder<unknown>;

/** Conditions on the column `custom` of a table. Several `is` of one field are alternatives. */
export function matchCustom(table: string, conditions: readonly ResolvedCondition[]): Condition[] {
  const column = sql.ref(`${table}.custom`);
  const matchOne = (condition: ResolvedCondition): Condition => matchCondition(column, condition);
  const equal = conditions.filter(({ operator }) => operator === 'is');
  const others = conditions.filter(({ operator }) => operator !== 'is');
  const fieldIds = [...new Set(equal.map(({ fieldId }) => fieldId))];
  return [
    ...fieldIds.map((fieldId) => {
      const alternatives = equal.filter((condition) => condition.fieldId === fieldId).map(matchOne);
      return sql`(${sql.join(alternatives, sql` OR `)})`;
    }),
    ...others.map(matchOne),
  ];
}

function matchCondition(column: RawBuilder<unknown>, condition: ResolvedCondition): Condition {
  const { fieldId } = condition;
  const isFilled = sql`${column} ? ${fieldId}::text`;
  if ('kind' in condition && condition.kind === null) return sql`false`;
  if (!('kind' in condition)) return condition.operator === 'filled' ? isFilled : sql`NOT (${isFilled})`;
  const { operator, kind, value } = condition;
  const stored = sql`(${column} ->> ${fieldId}::text)`;
  if (operator === 'contains') return sql`${stored} ILIKE ${`%${escapeLike(String(value))}%`}`;
  if (operator === 'is')
    return kind === 'text'
      ? sql`lower(${stored}) = lower(${value})`
      : sql`${column} @> ${JSON.stringify({ [fieldId]: value })}::jsonb`;
  const comparison = operator === 'min' ? sql`>=` : sql`<=`;
  return kind === 'date'
    ? sql`${stored} COLLATE "C" ${comparison} ${value}`
    : sql`${stored}::numeric ${comparison} ${value}`;
}

/**
 * The value of a custom field to sort by. Records without one get a value that sorts after all others, for keyset
 * paging.
 */
export function selectCustomSortValue(
  table: string,
  field: CustomField,
  { isDescending }: { isDescending: boolean },
): RawBuilder<unknown> {
  const { id, kind, choices } = field;
  const stored = sql`(${sql.ref(`${table}.custom`)} ->> ${id}::text)`;
  if (kind === 'number' || kind === 'money')
    return sql`coalesce(${stored}::numeric, ${isDescending ? '-Infinity' : 'Infinity'}::numeric)`;
  if (kind === 'choice') {
    const ids = choices.map((choice) => choice.id);
    return sql`coalesce(array_position(${ids}::text[], ${stored}), ${isDescending ? 0 : ids.length + 1}::int)`;
  }
  return sql`coalesce(lower(${stored}), ${isDescending ? '' : '\u{10FFFF}'}::text) COLLATE "C"`;
}

/**
 * The new value of a table's column `custom`: the changes are merged into the row when it is written, so a value read
 * before its field was deleted is not restored.
 */
export function selectMergedCustom(
  table: string,
  workspaceId: string,
  changes: CustomChanges,
): RawBuilder<string> {
  return sql`known_custom(${workspaceId}, ${sql.ref(`${table}.custom`)} || ${JSON.stringify(changes)}::jsonb)`;
}

/** A record's values without those of recently deleted fields and choices. Records without values cost nothing. */
export function selectValidCustom(table: string): RawBuilder<CustomValues> {
  const column = sql.ref(`${table}.custom`);
  return sql`CASE WHEN ${column} = '{}' THEN ${column} ELSE known_custom(${sql.ref(`${table}.workspace_id`)}, ${column}) END`;
}
