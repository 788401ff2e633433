import type { CustomField } from '@handover/contract/custom-fields.ts';
import { sql, type RawBuilder } from 'kysely';

/**
 * What customers are put in order by for a custom field. Who has no value gets one behind all others, so that
 * a keyset can go past it.
 */
export function customSortValue(
  field: CustomField,
  { isDescending }: { isDescending: boolean },
): RawBuilder<unknown> {
  const { id, kind, choices } = field;
  const stored = sql`(customers.custom ->> ${id}::text)`;
  if (kind === 'number' || kind === 'money')
    return sql`coalesce(${stored}::numeric, ${isDescending ? '-Infinity' : 'Infinity'}::numeric)`;
  if (kind === 'choice') {
    const ids = choices.map((choice) => choice.id);
    return sql`coalesce(array_position(${ids}::text[], ${stored}), ${isDescending ? 0 : ids.length + 1}::int)`;
  }
  return sql`coalesce(lower(${stored}), ${isDescending ? '' : '\u{10FFFF}'}::text) COLLATE "C"`;
}
