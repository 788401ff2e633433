import type { FeeTable } from '@handover/contract/commission/commission-settings.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';

/** A step of a fee table as form values: the limit, empty for no limit, and a percentage. */
export interface StepValues {
  upToCents: string;
  rateBps: string;
}

export const emptyStep: StepValues = { upToCents: '', rateBps: '' };

export function toStepValues(steps: FeeTable['steps']): StepValues[] {
  return steps.map(({ upToCents, rateBps }) => ({
    upToCents: upToCents === null ? '' : formatMoneyInput(upToCents),
    rateBps: formatPercentInput(rateBps),
  }));
}

/** NaN if the text is not a number; the contract’s schema rejects it. */
export function parseSteps(values: readonly StepValues[]): FeeTable['steps'] {
  return values.map(({ upToCents, rateBps }) => ({
    upToCents: upToCents.trim() === '' ? null : (parseMoney(upToCents) ?? Number.NaN),
    rateBps: parseBps(rateBps),
  }));
}

export const formatPercentInput = (bps: number): string => String(bps / 100);

/** A percentage in basis points. A fractional number of basis points is kept, so that the schema rejects it. */
export function parseBps(text: string): number {
  const percent = parseNumber(text.replace('%', ''));
  return percent === null ? Number.NaN : Number((percent * 100).toFixed(6));
}
