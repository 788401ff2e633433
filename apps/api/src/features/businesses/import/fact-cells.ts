import { fold } from '@handover/domain/text/fold.ts';
import {
  factDefinitions,
  factKeys,
  hasFact,
  payerKeys,
  payers,
  type FactChanges,
  type FactKey,
} from '@handover/contract/businesses/business-facts.ts';
import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import { parseWrittenDate } from '@handover/domain/written-dates.ts';
import { parseWrittenMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import type { CellProblem, ImportField } from '#platform/records/import/import-spec.ts';
import { joinNames, notDate, notMoney } from '#platform/records/import/read-row.ts';

const getFactField = (key: FactKey): string => `typeFacts.${key}`;
const getPayerField = (key: string): string => `payerMix.${key}`;
export const payerFields = payerKeys.map(getPayerField);

const notNumber = 'not a number such as 12 or 37.5';
const parseShare = (text: string): number | null => parseNumber(text.replace(/\s*%$/, ''));

/** The columns of the facts by type and of the payer mix, by the headings of our own export. */
export const factImportFields: readonly ImportField[] = [
  ...factKeys.map((key) => ({
    key: getFactField(key),
    label: factDefinitions[key].label,
    headings: [factDefinitions[key].label],
    ...createReader(key),
  })),
  ...payerKeys.map((key) => ({
    key: getPayerField(key),
    label: `${payers[key]} (%)`,
    headings: [`${payers[key]} (%)`],
    read: parseShare,
    expected: notNumber,
  })),
];

function createReader(key: FactKey): Pick<ImportField, 'read' | 'expected'> {
  const definition = factDefinitions[key];
  if (definition.kind === 'choice') {
    const { choices } = definition;
    return {
      read: (text) =>
        Object.keys(choices).find(
          (choice) => fold(choice) === fold(text) || fold(choices[choice] ?? '') === fold(text),
        ) ?? null,
      expected: `not an option. Use one of: ${joinNames(Object.values(choices), 10)}`,
    };
  }
  if (definition.kind === 'money') return { read: parseWrittenMoney, expected: notMoney };
  if (definition.kind === 'date') return { read: parseWrittenDate, expected: notDate };
  if (definition.kind === 'percent') return { read: parseShare, expected: notNumber };
  return definition.kind === 'text' ? {} : { read: parseNumber, expected: notNumber };
}

/** The facts and the payer mix of a row, in the shape of the contract; payers without a cell have no share. */
export function toRowFacts(valueOf: (field: string) => unknown): { typeFacts: unknown; payerMix: unknown } {
  const facts = factKeys.flatMap((key) => {
    const value = valueOf(getFactField(key));
    return value === undefined ? [] : [[key, value] as const];
  });
  const hasMix = payerFields.some((field) => valueOf(field) !== undefined);
  return {
    typeFacts: facts.length === 0 ? undefined : Object.fromEntries(facts),
    payerMix: hasMix
      ? Object.fromEntries(payerKeys.map((key) => [key, valueOf(getPayerField(key)) ?? 0]))
      : undefined,
  };
}

/** The first fact of a row that its business's type does not have. */
export function findForeignFact(
  type: BusinessType,
  facts: Readonly<Partial<Record<FactKey, unknown>>> | undefined,
): CellProblem | null {
  const key = factKeys.find((each) => facts?.[each] != null && !hasFact(type, each));
  return key === undefined
    ? null
    : {
        field: getFactField(key),
        message: `${factDefinitions[key].label}: businesses of this type do not have this field.`,
      };
}

/** The facts and the payer mix for the preview, by field. */
export function toPreviewFacts({
  typeFacts = {},
  payerMix,
}: {
  readonly typeFacts?: FactChanges | undefined;
  readonly payerMix?: Readonly<Partial<Record<string, number>>> | null | undefined;
}): [field: string, value: string | null][] {
  return [
    ...factKeys.map((key): [string, string | null] => {
      const definition = factDefinitions[key];
      const value = typeFacts[key];
      if (value == null) return [getFactField(key), null];
      if (definition.kind === 'money') return [getFactField(key), (Number(value) / 100).toFixed(2)];
      const text = String(value);
      return [getFactField(key), definition.kind === 'choice' ? (definition.choices[text] ?? text) : text];
    }),
    ...payerKeys.map((key): [string, string | null] => [
      getPayerField(key),
      payerMix == null ? null : String(payerMix[key]),
    ]),
  ];
}
