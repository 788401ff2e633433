import { formatLongDate } from '@handover/domain/format-date.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import {
  cautionTexts,
  formatInventory,
  formatStep,
} from '@handover/contract/businesses/valuation-conclusion.ts';
import type { SavedMethod, Valuation } from '@handover/contract/businesses/valuations.ts';
import { lowerFirst } from '@handover/domain/text/letter-case.ts';
import { formatCount } from '@handover/domain/format-count.ts';
import {
  concludeValue,
  earningsChanges,
  multipleChanges,
  calculateSensitivity,
  type Conclusion,
} from '@handover/domain/valuation/conclusion.ts';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { notFound } from '#lib/errors.ts';
import { sendDownload } from '#platform/files/download.ts';
import { getPdfBrand } from '#platform/pdf/brand.queries.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import type { PdfBlock } from '#platform/pdf/pdf-document.ts';
import type { Platform } from '#platform/platform.ts';
import { isOpenTo } from '#platform/session/access.ts';
import type { Member } from '#platform/session/actor.ts';
import type { TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { findBusinessRow } from '../businesses.queries.ts';
import { isReleasedTo } from './releases.queries.ts';
import { findValuedBusiness, getValuation } from './valuations.queries.ts';

export const opinionAction = 'valuation.opinion';
const ticketSubject = z.object({ id: z.uuid() });

/** A saved valuation with the name of its business. Throws NOT_FOUND. */
export async function loadReadable(
  { db }: Work,
  actor: Member,
  id: string,
): Promise<{ valuation: Valuation; businessName: string }> {
  const { workspaceId } = actor;
  const businessId = await findValuedBusiness(db, { workspaceId, id });
  if (businessId === null) throw notFound('valuation');
  // Owners read what was released to them, and their advisors do not.
  if (actor.scope === 'client' && !(await isReleasedTo(db, actor, id))) throw notFound('valuation');
  const business = await findBusinessRow(db, actor, businessId);
  if (business === null) throw notFound('valuation');
  return {
    valuation: await getValuation(db, { workspaceId, businessId, id }),
    businessName: business.name,
  };
}

/** Sends a broker opinion of value as PDF to anyone who may read the business at that time. */
export function opinionTicketActions({ storage }: Pick<Platform, 'storage'>): Record<string, TicketAction> {
  return {
    [opinionAction]: async ({ member, subject, work, reply }) => {
      const { id } = ticketSubject.parse(subject);
      if (!isOpenTo(member, 'business-center')) throw notFound('valuation');
      const { valuation, businessName } = await loadReadable(work, member, id);
      const pdf = await createPdf({
        title: `Broker opinion of value: ${businessName}`,
        createdAt: new Date(valuation.createdAt),
        brand: await getPdfBrand(work.db, storage),
        headerNote: 'Confidential',
        footerNote: 'Not an appraisal',
        blocks: createOpinionBlocks(valuation, { businessName, timeZone: member.timeZone }),
      });
      sendDownload(reply, {
        name: `Broker opinion of value ${businessName}.pdf`,
        contentType: 'application/pdf',
        bytes: Readable.from([pdf]),
      });
    },
  };
}

const methodNames = { sde: 'SDE', ebitda: 'EBITDA', revenue: 'Revenue' } as const;
/** Multiples have up to three decimals. */
const twoOrThree = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 });
const confidenceNames = { low: 'Low', medium: 'Medium', high: 'High' } as const;

/** The content of a broker opinion of value: range, waterfall, methods, sensitivity, financing, and sources. */
export function createOpinionBlocks(
  valuation: Valuation,
  { businessName, timeZone }: { businessName: string; timeZone: string },
): PdfBlock[] {
  const { methods, currency, askingPriceCents, assumedScore, note, author, createdAt } = valuation;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 });
  const money = (cents: number): string => format.format(cents / 100);
  const conclusion = concludeValue(methods);
  return [
    { kind: 'heading', level: 1, text: 'Broker opinion of value' },
    {
      kind: 'facts',
      entries: [
        { label: 'Business', value: businessName },
        { label: 'Date', value: formatLongDate(toCalendarDate(new Date(createdAt), timeZone)) },
        { label: 'Prepared by', value: author.displayName },
        ...(askingPriceCents === null ? [] : [{ label: 'Asking price', value: money(askingPriceCents) }]),
        ...(assumedScore === null
          ? []
          : [{ label: 'Readiness score', value: `${String(assumedScore)} of 100, assumed` }]),
      ],
    },
    ...(conclusion === null ? [] : createConclusionBlocks(conclusion, { valuation, money })),
    { kind: 'heading', level: 2, text: 'Methods and sources' },
    createMethodTable(methods, money),
    ...createSourceBlocks(methods),
    ...createMethodNotes(methods),
    ...createFinancingBlocks(valuation, money),
    ...(note === null
      ? []
      : [
          { kind: 'heading', level: 2, text: 'Remarks' } as const,
          { kind: 'paragraph', text: note } as const,
        ]),
    {
      kind: 'paragraph',
      style: 'small',
      text: 'This opinion uses multiples from published sales and unaudited figures provided by the owner. It excludes real estate. It is not an appraisal or tax or legal advice.',
    },
  ];
}

type Money = (cents: number) => string;

function createConclusionBlocks(
  conclusion: Conclusion,
  { valuation, money }: { valuation: Valuation; money: Money },
): PdfBlock[] {
  const { lowCents, highCents, valueCents, waterfall, cautions, methods } = conclusion;
  const { assumedScore, askingPriceCents } = valuation;
  const range = `${money(lowCents)} to ${money(highCents)}`;
  const inventory = formatInventory(valuation, money);
  let before = 0;
  const bars = waterfall.map(({ kind, method, cents }) => {
    const from = before;
    before += cents;
    const sign = kind === 'start' || cents <= 0 ? '' : '+';
    const tone: 'primary' | 'positive' | 'negative' =
      kind === 'start' ? 'primary' : cents < 0 ? 'negative' : 'positive';
    const label = formatStep({ kind, method, assumedScore, methods });
    return { label, from, to: before, text: `${sign}${money(cents)}`, tone };
  });
  return [
    { kind: 'heading', level: 2, text: `Recommended range: ${range}` },
    { kind: 'paragraph', style: 'strong', text: `Recommended value: ${money(valueCents)}` },
    ...(inventory === null ? [] : [{ kind: 'paragraph', text: inventory } as const]),
    ...(cautions.length === 0
      ? []
      : [{ kind: 'list', items: cautions.map((caution) => cautionTexts[caution]) } as const]),
    {
      kind: 'chart',
      description: `How we arrived at this value: ${bars.map(({ label, text }) => `${label} ${text}`).join(', ')}; recommended value ${money(valueCents)}`,
      bars: [
        ...bars,
        { label: 'Recommended value', from: 0, to: valueCents, text: money(valueCents), tone: 'primary' },
      ],
      ...(askingPriceCents !== null && {
        lines: [{ value: askingPriceCents, text: `Asking ${money(askingPriceCents)}` }],
      }),
    },
    ...createSensitivityBlocks(conclusion, { methods: valuation.methods, money }),
  ];
}

function createSensitivityBlocks(
  { methods: [main] }: Conclusion,
  { methods, money }: { methods: readonly SavedMethod[]; money: Money },
): PdfBlock[] {
  const basis = methods.find(({ method }) => method === main?.method);
  if (basis?.metricCents == null || basis.low === null || basis.high === null) return [];
  const multiple = Math.round(((basis.low + basis.high) / 2) * 1000) / 1000;
  const grid = calculateSensitivity(basis.metricCents, multiple);
  const name = methodNames[basis.method];
  return [
    { kind: 'heading', level: 2, text: `Sensitivity to ${name} and multiple` },
    {
      kind: 'table',
      columns: [
        { heading: name },
        ...multipleChanges.map((turns) => ({
          heading: `${twoOrThree.format(Math.max(0, multiple + turns))}x`,
          isNumber: true,
        })),
      ],
      rows: earningsChanges.map((percent, row) => [
        percent === 0 ? 'As recorded' : `${percent > 0 ? '+' : ''}${String(percent)}%`,
        ...(grid[row] ?? []).map(money),
      ]),
    },
  ];
}

function createMethodTable(methods: readonly SavedMethod[], money: Money): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { heading: 'Method' },
      { heading: 'Figure', isNumber: true },
      { heading: 'Multiple' },
      { heading: 'Range', isNumber: true },
      { heading: 'Confidence' },
    ],
    rows: methods.map(({ method, metricCents, low, high, lowCents, highCents, confidence }) => [
      methodNames[method],
      metricCents === null ? '–' : money(metricCents),
      low === null || high === null ? '–' : `${twoOrThree.format(low)}–${twoOrThree.format(high)}x`,
      lowCents === null || highCents === null ? '–' : `${money(lowCents)} – ${money(highCents)}`,
      confidenceNames[confidence],
    ]),
  };
}

/** Each source once, with its methods when they differ. */
function createSourceBlocks(methods: readonly SavedMethod[]): PdfBlock[] {
  const origins = Map.groupBy(methods, ({ source, asOf }) => `${source}, as of ${formatLongDate(asOf)}`);
  return [...origins].map(([origin, group]) => {
    const names = new Intl.ListFormat('en').format(
      group.map(({ method }) => lowerFirst(methodNames[method])),
    );
    return {
      kind: 'paragraph',
      style: 'small',
      text: `${origins.size === 1 ? 'Source' : `Source of ${names}`}: ${origin}`,
    };
  });
}

function createMethodNotes(methods: readonly SavedMethod[]): PdfBlock[] {
  const items = methods.flatMap(({ method, note }) =>
    note === null ? [] : [`${methodNames[method]}: ${note}`],
  );
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

function createFinancingBlocks({ affordability }: Valuation, money: Money): PdfBlock[] {
  if (affordability === null) return [];
  const { ruleName, dscr, ratePercent, months, cashCents, basis, result } = affordability;
  return [
    { kind: 'heading', level: 2, text: 'What a buyer can finance' },
    {
      kind: 'facts',
      entries: [
        { label: 'Rule', value: `${ruleName}, ${String(ratePercent)}% over ${formatCount(months, 'month')}` },
        {
          label: 'Cash flow from',
          value: basis === 'sde' ? 'SDE less a replacement salary' : 'Adjusted EBITDA',
        },
        { label: 'DSCR', value: dscr.toFixed(2) },
        { label: 'Buyer’s cash', value: money(cashCents) },
        { label: 'Loan', value: money(result.usedLoanCents) },
        { label: 'Price a buyer can pay', value: money(result.priceCents) },
      ],
    },
  ];
}
