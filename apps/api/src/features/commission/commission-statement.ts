import { formatLongDate } from '@handover/domain/format-date.ts';
import { commissionStatusNames } from '@handover/contract/commission/commission-list.ts';
import { commissionRoleNames, type CommissionDetail } from '@handover/contract/commission/commissions.ts';
import { partLabels } from '@handover/contract/businesses/engagement-letters.ts';
import { considerationParts } from '@handover/domain/commission/commission.ts';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { notFound } from '#lib/errors.ts';
import { sendDownload } from '#platform/files/download.ts';
import { getPdfBrand } from '#platform/pdf/brand.queries.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import type { PdfBlock } from '#platform/pdf/pdf-document.ts';
import type { Platform } from '#platform/platform.ts';
import { isOpenTo } from '#platform/session/access.ts';
import type { TicketAction } from '#platform/tickets.ts';
import { getCommission } from './commissions.service.ts';

export const statementAction = 'commission.statement';
const ticketSubject = z.object({ id: z.uuid() });

/** Sends the statement of a final commission, as its holder may read it at that time. */
export function statementTicketActions({ storage }: Pick<Platform, 'storage'>): Record<string, TicketAction> {
  return {
    [statementAction]: async ({ member, subject, work, reply }) => {
      const { id } = ticketSubject.parse(subject);
      if (!isOpenTo(member, 'business-center')) throw notFound('commission');
      const commission = await getCommission(work, member, id);
      const pdf = await createPdf({
        title: 'Commission statement',
        createdAt: work.now,
        brand: await getPdfBrand(work.db, storage),
        headerNote: 'Confidential',
        blocks: createStatementBlocks(commission),
      });
      sendDownload(reply, {
        name: `Commission statement ${commission.business.name}.pdf`,
        contentType: 'application/pdf',
        bytes: Readable.from([pdf]),
      });
    },
  };
}

/** The content of a statement: price, fee by step, shares, and payments. */
export function createStatementBlocks(commission: CommissionDetail): PdfBlock[] {
  const { noCommissionReason, currency, terms, shares, payouts } = commission;
  const money = (cents: number | null): string =>
    cents === null
      ? '–'
      : new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
  if (noCommissionReason !== null) return createNoCommissionBlocks(commission, noCommissionReason);
  return [
    { kind: 'heading', level: 1, text: 'Commission statement' },
    {
      kind: 'facts',
      entries: [
        ...listDealFacts(commission),
        { label: 'Fee table', value: terms?.feeTableName ?? '–' },
        { label: 'Earned during', value: commission.claim === 'tail' ? 'Tail period' : 'Engagement term' },
      ],
    },
    { kind: 'heading', level: 2, text: 'Price' },
    createPriceTable(commission, money),
    { kind: 'heading', level: 2, text: 'Commission' },
    {
      kind: 'facts',
      entries: [
        { label: 'Minimum fee', value: money(terms?.minimumFeeCents ?? 0) },
        { label: 'Fee', value: money(commission.feeCents) },
        { label: 'Retainers credited', value: money(commission.creditCents) },
        { label: 'Commission due', value: money(commission.totalCents) },
      ],
    },
    { kind: 'heading', level: 2, text: 'Shares' },
    {
      kind: 'table',
      columns: [{ heading: 'Role' }, { heading: 'Name' }, { heading: 'Amount', isNumber: true }],
      rows: shares.map(({ role, name, cents }) => [commissionRoleNames[role], name, money(cents)]),
      totals: ['Total', '', money(shares.reduce((sum, { cents }) => sum + cents, 0))],
    },
    ...(payouts.length === 0 ? [] : [createPaymentTable(payouts, money)]),
  ];
}

function createNoCommissionBlocks(commission: CommissionDetail, reason: string): PdfBlock[] {
  return [
    { kind: 'heading', level: 1, text: 'Commission statement' },
    {
      kind: 'facts',
      entries: [
        ...listDealFacts(commission),
        { label: 'Commission', value: commissionStatusNames.no_commission },
        { label: 'Reason', value: reason },
      ],
    },
  ];
}

function listDealFacts({ business, buyer, closedOn }: CommissionDetail): { label: string; value: string }[] {
  return [
    { label: 'Business', value: business.name },
    { label: 'Buyer', value: buyer.name },
    { label: 'Closed', value: closedOn === null ? '–' : formatLongDate(closedOn) },
  ];
}

function createPriceTable(
  { terms, consideration, baseCents }: CommissionDetail,
  money: (cents: number | null) => string,
): PdfBlock {
  const parts = considerationParts.filter((part) => (consideration[part] ?? 0) > 0);
  return {
    kind: 'table',
    columns: [{ heading: 'Component' }, { heading: 'Commissionable' }, { heading: 'Amount', isNumber: true }],
    rows: parts.map((part) => [
      partLabels[part],
      terms?.countedParts.includes(part) === true ? 'Yes' : 'No',
      money(consideration[part] ?? 0),
    ]),
    totals: ['Commission base', '', money(baseCents)],
  };
}

function createPaymentTable(
  payouts: CommissionDetail['payouts'],
  money: (cents: number) => string,
): PdfBlock {
  return {
    kind: 'table',
    columns: [{ heading: 'Paid out' }, { heading: 'Reference' }, { heading: 'Amount', isNumber: true }],
    rows: payouts.map(({ paidOn, reference, reversalReason, cents }) => [
      formatLongDate(paidOn),
      reversalReason === null ? (reference ?? '') : `Reversed: ${reversalReason}`,
      money(cents),
    ]),
  };
}
