import { sql, type RawBuilder } from 'kysely';
import { likeLiteral } from '#lib/text.ts';
import type { ResolvedCondition } from './custom-filter.ts';

type Condition = RawBuilder<unknown>;

/** What is asked of custom fields, as conditions on `customers`. Several `is` of one field are alternatives. */
export function matchCustom(asked: readonly ResolvedCondition[]): Condition[] {
  const equal = asked.filter(({ operator }) => operator === 'is');
  const others = asked.filter(({ operator }) => operator !== 'is');
  const fieldIds = [...new Set(equal.map(({ fieldId }) => fieldId))];
  return [
    ...fieldIds.map((fieldId) => {
      const alternatives = equal.filter((condition) => condition.fieldId === fieldId).map(matchOne);
      return sql`(${sql.join(alternatives, sql` OR `)})`;
    }),
    ...others.map(matchOne),
  ];
}

function matchOne(condition: ResolvedCondition): Condition {
  const { fieldId } = condition;
  const isFilled = sql`customers.custom ? ${fieldId}::text`;
  if (!('kind' in condition)) return condition.operator === 'filled' ? isFilled : sql`NOT (${isFilled})`;
  const { operator, kind, value } = condition;
  const stored = sql`(customers.custom ->> ${fieldId}::text)`;
  if (operator === 'contains') return sql`${stored} ILIKE ${`%${likeLiteral(String(value))}%`}`;
  if (operator === 'is')
    return kind === 'text'
      ? sql`lower(${stored}) = lower(${value})`
      : sql`customers.custom @> ${JSON.stringify({ [fieldId]: value })}::jsonb`;
  const comparison = operator === 'min' ? sql`>=` : sql`<=`;
  return kind === 'date'
    ? sql`${stored} COLLATE "C" ${comparison} ${value}`
    : sql`${stored}::numeric ${comparison} ${value}`;
}
