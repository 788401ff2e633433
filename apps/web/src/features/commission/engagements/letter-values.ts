import type { EngagementInput, EngagementLetter } from '@handover/contract/engagement-letters.ts';
import type { ConsiderationPart } from '@handover/domain/commission/commission.ts';
import { standardListingShareBps } from '@handover/domain/commission/splits.ts';
import { moneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import {
  bpsOf,
  emptyStep,
  percentInput,
  stepsOf,
  stepValues,
  type StepValues,
} from '#shared/commission/fee-steps.ts';

/** An engagement letter as its form holds it: amounts and percentages as text. */
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

/** A draft to begin with. */
export function newLetter({ today, brokerId }: { today: string; brokerId: string }): LetterValues {
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
      listingShareBps: percentInput(standardListingShareBps),
      brokerBps: '50',
      coBrokerBps: '0',
      buyerBrokerBps: '50',
    },
  };
}

export function valuesOf(letter: EngagementLetter): LetterValues {
  const { splits } = letter;
  return {
    feeTableName: letter.feeTableName,
    steps: stepValues(letter.steps),
    minimumFeeCents: moneyInput(letter.minimumFeeCents),
    countedParts: [...letter.countedParts],
    startsOn: letter.startsOn,
    endsOn: letter.endsOn ?? '',
    tailMonths: String(letter.tailMonths),
    carveOuts: letter.carveOuts ?? '',
    brokerId: letter.broker?.id ?? '',
    coBrokerId: letter.coBroker?.id ?? '',
    documentId: letter.document?.id ?? '',
    retainers: letter.retainers.map(({ amountCents, isCreditable, paidOn }) => ({
      amountCents: moneyInput(amountCents),
      isCreditable,
      paidOn: paidOn ?? '',
    })),
    splits: {
      referralBps: percentInput(splits.referralBps),
      referralName: splits.referralName ?? '',
      listingShareBps: percentInput(splits.listingShareBps),
      brokerBps: percentInput(splits.brokerBps),
      coBrokerBps: percentInput(splits.coBrokerBps),
      buyerBrokerBps: percentInput(splits.buyerBrokerBps),
    },
  };
}

/** NaN if the text is not a number; the contract’s schema rejects it. */
export function bodyOf(values: LetterValues): EngagementInput {
  const { splits } = values;
  return {
    feeTableName: values.feeTableName,
    steps: stepsOf(values.steps),
    minimumFeeCents: centsOf(values.minimumFeeCents),
    countedParts: values.countedParts,
    startsOn: values.startsOn,
    endsOn: orNull(values.endsOn),
    tailMonths: parseNumber(values.tailMonths) ?? Number.NaN,
    carveOuts: orNull(values.carveOuts),
    brokerId: orNull(values.brokerId),
    coBrokerId: orNull(values.coBrokerId),
    documentId: orNull(values.documentId),
    retainers: values.retainers.map(({ amountCents, isCreditable, paidOn }) => ({
      amountCents: centsOf(amountCents),
      isCreditable,
      paidOn: orNull(paidOn),
    })),
    splits: {
      referralBps: bpsOf(splits.referralBps),
      referralName: orNull(splits.referralName),
      listingShareBps: bpsOf(splits.listingShareBps),
      brokerBps: bpsOf(splits.brokerBps),
      coBrokerBps: bpsOf(splits.coBrokerBps),
      buyerBrokerBps: bpsOf(splits.buyerBrokerBps),
    },
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
const centsOf = (text: string): number => parseMoney(text) ?? Number.NaN;
