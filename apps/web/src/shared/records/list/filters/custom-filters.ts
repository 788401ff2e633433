import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import {
  readCondition,
  writeCondition,
  type CustomCondition,
  type CustomOperator,
} from '@handover/contract/records/custom-filter.ts';
import { formatCustomValue, type CustomFields } from '#shared/customers/custom-fields.ts';

/** The name of the form input for one operator of a custom field. */
export function getConditionInputName(fieldId: string, operator: CustomOperator): string {
  return `custom-${operator}-${fieldId}`;
}

/** The conditions of a submitted form; text that is not an amount or a number is ignored. */
export function parseConditions(form: FormData, fields: readonly CustomField[]): string[] {
  return fields.flatMap(({ id, kind }) =>
    (['is', 'contains', 'min', 'max', 'filled'] as const).flatMap((operator) =>
      form.getAll(getConditionInputName(id, operator)).flatMap((sent) => {
        const text = typeof sent === 'string' ? sent.trim() : '';
        // The options of the filled/empty select are complete conditions.
        if (operator === 'filled') return text === '' ? [] : [text];
        const value = toStoredText(kind, text);
        const condition = value === null ? '' : writeCondition({ fieldId: id, operator, value });
        return readCondition(condition) === null ? [] : [condition];
      }),
    ),
  );
}

/** The conditions that have no input in the panel and therefore stay unchanged. */
export function listOtherConditions(conditions: readonly string[], fields: readonly CustomField[]): string[] {
  const parsed = conditions.map(readCondition);
  return conditions.filter((_, index) => {
    const condition = parsed[index];
    const field = fields.find(({ id }) => id === condition?.fieldId);
    if (condition === undefined || condition === null || field === undefined) return true;
    if (condition.operator === 'is') return field.kind !== 'choice';
    const first = parsed.findIndex((other) => other?.fieldId === field.id && isSameInput(other, condition));
    return first !== index;
  });
}

/** An input shows the first condition of its operator. */
function isSameInput(one: CustomCondition, other: CustomCondition): boolean {
  const inputFor = ({ operator }: CustomCondition): CustomOperator =>
    operator === 'empty' ? 'filled' : operator;
  return inputFor(one) === inputFor(other);
}

function toStoredText(kind: CustomField['kind'], text: string): string | null {
  const number = kind === 'money' ? parseMoney(text) : kind === 'number' ? parseNumber(text) : null;
  return kind === 'money' || kind === 'number' ? (number?.toString() ?? null) : text;
}

/** The value that the input for an operator shows. */
export function getInputText(
  { id, kind }: CustomField,
  operator: CustomOperator,
  conditions: readonly string[],
): string {
  const found = conditions
    .map(readCondition)
    .find((condition) => condition?.fieldId === id && condition.operator === operator);
  if (found === undefined || found === null) return '';
  return kind === 'money' ? formatMoneyInput(Number(found.value)) : found.value;
}

/** A condition as the text of its chip: "Net worth from $1". */
export function formatCondition(text: string, { all, currency }: CustomFields): string {
  const condition = readCondition(text);
  const field = all.find(({ id }) => id === condition?.fieldId);
  if (condition === null || field === undefined) return 'A custom field';
  const { operator, value } = condition;
  if (operator === 'empty' || operator === 'filled') return `${field.name} ${operatorLabels[operator]}`;
  const isNumeric = field.kind === 'number' || field.kind === 'money';
  const valueText =
    formatCustomValue(field, isNumeric ? Number(value) : value, currency) || 'a deleted choice';
  return `${field.name}${field.kind === 'choice' ? ':' : ` ${operatorLabels[operator]}`} ${valueText}`;
}

const operatorLabels = {
  is: 'is',
  contains: 'contains',
  min: 'from',
  max: 'up to',
  empty: 'is empty',
  filled: 'is filled in',
} as const satisfies Record<CustomOperator, string>;
