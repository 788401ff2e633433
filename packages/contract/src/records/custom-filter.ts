import * as z from 'zod/mini';
import { id, isStorable, many } from '../http/common.ts';

/** The key of a custom field where other fields are identified by name: `custom.` and its ID. */
export const customKey = z.templateLiteral(['custom.', id]);
export type CustomKey = z.infer<typeof customKey>;

/** The ID of the custom field; null for other keys. */
export function parseCustomFieldKey(key: string): string | null {
  return key.startsWith('custom.') ? key.slice('custom.'.length) : null;
}

export function toCustomKey(fieldId: string): CustomKey {
  return `custom.${fieldId}`;
}

/** The operators for custom fields; the last two take no value. */
export const customOperators = ['is', 'contains', 'min', 'max', 'empty', 'filled'] as const;
export type CustomOperator = (typeof customOperators)[number];

/**
 * A condition on a custom field. Its value is text: a number or an amount in cents as digits, or the ID of a choice.
 */
export type CustomCondition = {
  readonly fieldId: string;
  readonly operator: CustomOperator;
  readonly value: string;
};

export const maxConditionCharacters = 150;

const pattern = new RegExp(
  `^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(?:(is|contains|min|max):(\\S.{0,${String(maxConditionCharacters - 1)}})|(empty|filled))$`,
  'u',
);

/**
 * A condition as it appears in a URL: `<id of the field>:<is, contains, min or max>:<value>`, `<id>:empty`, or
 * `<id>:filled`. Several `is` conditions on one field are alternatives; all others are combined with AND.
 */
export const customCondition = z
  .string()
  .check(
    z.refine(
      (text) => isStorable(text) && readCondition(text) !== null,
      'Write the field’s id, a colon, and is:…, contains:…, min:…, max:…, empty or filled',
    ),
  );

/** Enough for all choices of one field and 20 more conditions. */
export const customConditions = many(customCondition, 120);

/** The condition encoded in a text, or null. */
export function readCondition(text: string): CustomCondition | null {
  const found = pattern.exec(text);
  if (found === null) return null;
  const name = found[2] ?? found[4];
  const operator = customOperators.find((known) => known === name);
  return operator === undefined ? null : { fieldId: found[1] ?? '', operator, value: found[3] ?? '' };
}

/** The condition as text: the inverse of `readCondition`. */
export function writeCondition({ fieldId, operator, value }: CustomCondition): string {
  return operator === 'empty' || operator === 'filled'
    ? `${fieldId}:${operator}`
    : `${fieldId}:${operator}:${value}`;
}
