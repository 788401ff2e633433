import type { EngagementInput, EngagementLetter } from '@handover/contract/businesses/engagement-letters.ts';
import type { ConsiderationPart } from '@handover/domain/commission/commission.ts';
import { standardListingShareBps } from '@handover/domain/commission/splits.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import {
  parseBps,
  emptyStep,
  formatPercentInput,
  parseSteps,
  toStepValues,
  type StepValues,
} from '#shared/commission/fee-steps.ts';

/** An engagement letter as form values: amounts and percentages as text. */
export interface LetterValues {
  feeTableName: string;
  steps: StepValues[];
  minimumFeeCents: string;
  countedParts: ConsiderationPart[];
  startsOn: string;
  endsOn: string;
  tailMonths: string;
  carveOuts: string;
  brokerId: string;
  coBrokerId: string;
  documentId: string;
  retainers: { amountCents: string; isCreditable: boolean; paidOn: string }[];
  splits: Record<(typeof shareKeys)[number], string> & { referralName: string };
}

export const shareKeys = [
  'referralBps',
  'listingShareBps',
  'brokerBps',
  'coBrokerBps',
  'buyerBrokerBps',
] as const;

/** Initial values of a new draft. */
export function createLetter({ today, brokerId }: { today: string; brokerId: string }): LetterValues {
  return {
    feeTableName: '',
    steps: [emptyStep],
    minimumFeeCents: '0',
    countedParts: ['cash', 'sellerNote', 'assumedDebt', 'earnOut'],
    startsOn: today,
    endsOn: '',
    tailMonths: '12',
    carveOuts: '',
    brokerId,
    coBrokerId: '',
    documentId: '',
    retainers: [],
    splits: {
      referralBps: '0',
      referralName: '',
      listingShareBps: formatPercentInput(standardListingShareBps),
      brokerBps: '50',
      coBrokerBps: '0',
      buyerBrokerBps: '50',
    },
  };
}

export function toLetterValues(letter: EngagementLetter): LetterValues {
  const { splits } = letter;
  return {
    feeTableName: letter.feeTableName,
    steps: toStepValues(letter.steps),
    minimumFeeCents: formatMoneyInput(letter.minimumFeeCents),
    countedParts: [...letter.countedParts],
    startsOn: letter.startsOn,
    endsOn: letter.endsOn ?? '',
    tailMonths: String(letter.tailMonths),
    carveOuts: letter.carveOuts ?? '',
    brokerId: letter.broker?.id ?? '',
    coBrokerId: letter.coBroker?.id ?? '',
    documentId: letter.document?.id ?? '',
    retainers: letter.retainers.map(({ amountCents, isCreditable, paidOn }) => ({
      amountCents: formatMoneyInput(amountCents),
      isCreditable,
      paidOn: paidOn ?? '',
    })),
    splits: {
      referralBps: formatPercentInput(splits.referralBps),
      referralName: splits.referralName ?? '',
      listingShareBps: formatPercentInput(splits.listingShareBps),
      brokerBps: formatPercentInput(splits.brokerBps),
      coBrokerBps: formatPercentInput(splits.coBrokerBps),
      buyerBrokerBps: formatPercentInput(splits.buyerBrokerBps),
    },
  };
}

/** NaN if the text is not a number; the contract’s schema rejects it. */
export function toEngagementInput(values: LetterValues): EngagementInput {
  const { splits } = values;
  return {
    feeTableName: values.feeTableName,
    steps: parseSteps(values.steps),
    minimumFeeCents: parseCents(values.minimumFeeCents),
    countedParts: values.countedParts,
    startsOn: values.startsOn,
    endsOn: emptyToNull(values.endsOn),
    tailMonths: parseNumber(values.tailMonths) ?? Number.NaN,
    carveOuts: emptyToNull(values.carveOuts),
    brokerId: emptyToNull(values.brokerId),
    coBrokerId: emptyToNull(values.coBrokerId),
    documentId: emptyToNull(values.documentId),
    retainers: values.retainers.map(({ amountCents, isCreditable, paidOn }) => ({
      amountCents: parseCents(amountCents),
      isCreditable,
      paidOn: emptyToNull(paidOn),
    })),
    splits: {
      referralBps: parseBps(splits.referralBps),
      referralName: emptyToNull(splits.referralName),
      listingShareBps: parseBps(splits.listingShareBps),
      brokerBps: parseBps(splits.brokerBps),
      coBrokerBps: parseBps(splits.coBrokerBps),
      buyerBrokerBps: parseBps(splits.buyerBrokerBps),
    },
  };
}

const emptyToNull = (text: string): string | null => (text.trim() === '' ? null : text);
const parseCents = (text: string): number => parseMoney(text) ?? Number.NaN;
