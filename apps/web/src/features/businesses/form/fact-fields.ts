import {
  factDefinitions,
  factKeys,
  hasFact,
  type FactDefinition,
  type FactKey,
  type FactValue,
} from '@handover/contract/businesses/business-facts.ts';
import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import {
  toText,
  type FieldKind,
  type FormValues,
  type RecordField,
} from '#shared/records/form/record-form.ts';

/** Form fields for the facts of each business type; facts that the selected type does not have are hidden. */
export const factFields: RecordField<BusinessDetail, `typeFacts.${FactKey}`>[] = factKeys.map((key) => {
  const definition = factDefinitions[key];
  const isOfType = ({ type }: FormValues): boolean => {
    const known = businessTypes.find((each) => each === type);
    return known !== undefined && hasFact(known, key);
  };
  return {
    ...getFieldKind(definition),
    key: `typeFacts.${key}`,
    label: definition.label,
    section: 'By type',
    ...(definition.help !== undefined && { help: definition.help }),
    isShown: isOfType,
    read: ({ typeFacts }) => toInput(definition, typeFacts[key]),
    write: (value, values) => (isOfType(values) ? parseValue(definition, toText(value).trim()) : null),
  };
});

function getFieldKind(definition: FactDefinition): FieldKind<BusinessDetail> {
  switch (definition.kind) {
    case 'choice':
      return { kind: 'choice', choices: definition.choices, emptyLabel: 'Not set' };
    case 'money':
    case 'date':
    case 'text':
      return { kind: definition.kind };
    default:
      return { kind: 'text', isNumeric: true };
  }
}

function toInput({ kind }: FactDefinition, value: FactValue | undefined): string {
  if (value === undefined) return '';
  return kind === 'money' && typeof value === 'number' ? formatMoneyInput(value) : String(value);
}

/** Text that is not a number is passed on, so that the contract rejects it. */
function parseValue({ kind }: FactDefinition, text: string): FactValue | null {
  if (text === '') return null;
  if (kind === 'money') return parseMoney(text) ?? Number.NaN;
  if (kind === 'choice' || kind === 'date' || kind === 'text') return text;
  return parseNumber(text.replace(/\s*%$/, '')) ?? text;
}
