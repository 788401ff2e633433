import type { CustomField } from '@handover/contract/custom-fields.ts';
import {
  readCondition,
  writeCondition,
  type CustomCondition,
  type CustomOperator,
} from '@handover/contract/custom-filter.ts';
import { moneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import type { ReactElement } from 'react';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import styles from './more-filters.module.css';

/** Inputs for the workspace's own fields, as part of a form that `conditionsIn` reads. */
export function CustomFilters({ asked }: { asked: readonly string[] }): ReactElement | null {
  const { active, currency } = useCustomFields();
  if (active.length === 0) return null;
  return (
    <div className={styles['grid']}>
      {active.map((field) => (
        <FieldFilter key={field.id} field={field} asked={asked} currency={currency} />
      ))}
    </div>
  );
}

interface FieldFilterProps {
  field: CustomField;
  asked: readonly string[];
  currency: string;
}

function FieldFilter({ field, asked, currency }: FieldFilterProps): ReactElement {
  const { id, name, kind, choices } = field;
  const title = kind === 'money' ? `${name} (${currency})` : name;
  const state = asked.find((text) => text === `${id}:empty` || text === `${id}:filled`) ?? '';
  const stateInput = (
    <select name={inputName(id, 'filled')} aria-label={`${name} filled in`} defaultValue={state}>
      <option value="">Any</option>
      <option value={`${id}:filled`}>Filled in</option>
      <option value={`${id}:empty`}>Empty</option>
    </select>
  );
  if (kind === 'choice')
    return (
      <fieldset className={styles['own']}>
        <legend>{title} (any of them)</legend>
        <div className={styles['options']}>
          {choices.map((choice) => (
            <label key={choice.id} className={styles['option']}>
              <input
                type="checkbox"
                name={inputName(id, 'is')}
                value={choice.id}
                defaultChecked={asked.includes(
                  writeCondition({ fieldId: id, operator: 'is', value: choice.id }),
                )}
              />
              {choice.label}
            </label>
          ))}
        </div>
        <div className={styles['range']}>{stateInput}</div>
      </fieldset>
    );
  const operators = kind === 'text' ? (['contains'] as const) : (['min', 'max'] as const);
  return (
    <fieldset className={styles['own']}>
      <legend>{title}</legend>
      <div className={styles['range']}>
        {operators.map((operator) => (
          <input
            key={operator}
            name={inputName(id, operator)}
            type={kind === 'date' ? 'date' : 'text'}
            inputMode={kind === 'number' || kind === 'money' ? 'decimal' : undefined}
            aria-label={`${name} ${words[operator]}`}
            placeholder={words[operator]}
            defaultValue={textOf(field, operator, asked)}
            maxLength={120}
            {...(patterns[kind] !== undefined && { pattern: patterns[kind], title: 'Such as 1,250.5' })}
            autoComplete="off"
          />
        ))}
        {stateInput}
      </div>
    </fieldset>
  );
}

const patterns: Readonly<Partial<Record<CustomField['kind'], string>>> = {
  number: '-?[\\d,]*\\.?\\d*',
  money: '-?\\$?[\\d,]*\\.?\\d*[kKmMbB]?',
};

const words = { contains: 'contains', min: 'from', max: 'up to' } as const;

/** What a submitted form asks of the fields; an amount or a number that is none asks nothing. */
export function conditionsIn(form: FormData, fields: readonly CustomField[]): string[] {
  return fields.flatMap(({ id, kind }) =>
    (['is', 'contains', 'min', 'max', 'filled'] as const).flatMap((operator) =>
      form.getAll(inputName(id, operator)).flatMap((sent) => {
        const text = typeof sent === 'string' ? sent.trim() : '';
        // A state stands as a whole condition.
        if (operator === 'filled') return text === '' ? [] : [text];
        const value = storedText(kind, text);
        const condition = value === null ? '' : writeCondition({ fieldId: id, operator, value });
        return readCondition(condition) === null ? [] : [condition];
      }),
    ),
  );
}

/** The conditions that have no input here: they stay as they are. */
export function otherConditions(asked: readonly string[], fields: readonly CustomField[]): string[] {
  const known = asked.map(readCondition);
  return asked.filter((_, index) => {
    const condition = known[index];
    const field = fields.find(({ id }) => id === condition?.fieldId);
    if (condition === undefined || condition === null || field === undefined) return true;
    if (condition.operator === 'is') return field.kind !== 'choice';
    const first = known.findIndex((other) => other?.fieldId === field.id && isSameInput(other, condition));
    return first !== index;
  });
}

/** An input shows the first condition of its own. */
function isSameInput(one: CustomCondition, other: CustomCondition): boolean {
  const inputOf = ({ operator }: CustomCondition): CustomOperator =>
    operator === 'empty' ? 'filled' : operator;
  return inputOf(one) === inputOf(other);
}

function inputName(id: string, operator: CustomOperator): string {
  return `custom-${operator}-${id}`;
}

function storedText(kind: CustomField['kind'], text: string): string | null {
  const number = kind === 'money' ? parseMoney(text) : kind === 'number' ? parseNumber(text) : null;
  return kind === 'money' || kind === 'number' ? (number?.toString() ?? null) : text;
}

function textOf({ id, kind }: CustomField, operator: CustomOperator, asked: readonly string[]): string {
  const found = asked
    .map(readCondition)
    .find((condition) => condition?.fieldId === id && condition.operator === operator);
  if (found === undefined || found === null) return '';
  return kind === 'money' ? moneyInput(Number(found.value)) : found.value;
}
