import { checklistAreas } from '@handover/domain/deals/deal-gates.ts';
import * as z from 'zod/mini';
import { calendarDate, id, idParams, line, multiline, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

export const checklistStates = ['open', 'done', 'not_needed'] as const;
export type ChecklistState = (typeof checklistStates)[number];
export const checklistStateNames: Readonly<Record<ChecklistState, string>> = {
  open: 'Open',
  done: 'Done',
  not_needed: 'Not needed',
};
export const checklistAreaNames = {
  approval: 'Approvals and notices',
  lease: 'Lease',
  payer: 'Payers',
} as const satisfies Readonly<Record<(typeof checklistAreas)[number], string>>;

/** Sources and uses of funds, in integer cents of the deal's currency. */
export const fundsFlowLine = z.strictObject({
  side: z.enum(['source', 'use']),
  label: line(120),
  amountCents: z
    .int()
    .check(z.minimum(1, 'Enter an amount above 0'), z.maximum(100_000_000_000_000, 'Too large')),
});
export type FundsFlowLine = z.infer<typeof fundsFlowLine>;
export const maxFundsFlowLines = 60;

/** Events after closing. Each date gets a task when the deal closes. */
export const closingDateKinds = [
  'escrow_release',
  'holdback',
  'earn_out',
  'transition',
  'non_compete',
] as const;
export type ClosingDateKind = (typeof closingDateKinds)[number];
export const closingDateNames: Readonly<Record<ClosingDateKind, string>> = {
  escrow_release: 'Escrow release',
  holdback: 'Holdback release',
  earn_out: 'Earn-out payment',
  transition: 'Transition ends',
  non_compete: 'Non-compete ends',
};
export const closingDates = z.partialRecord(z.enum(closingDateKinds), z.nullable(calendarDate));
export type ClosingDates = z.infer<typeof closingDates>;

const itemChange = z.strictObject({
  key: line(60),
  state: z.enum(checklistStates),
  /** Defaults to today for a completed item. */
  doneOn: z.optional(z.nullable(calendarDate)),
  /** Unchanged if omitted. */
  note: z.optional(z.nullable(multiline(2000))),
});
export type ChecklistChange = z.infer<typeof itemChange>;

export const dealClosing = z.object({
  dealId: id,
  /** The checklist of the business’s type. Not legal advice. */
  checklist: z.array(
    z.object({
      key: z.string(),
      area: z.enum(checklistAreas),
      title: z.string(),
      hint: z.nullable(z.string()),
      state: z.enum(checklistStates),
      doneOn: z.nullable(calendarDate),
      note: z.nullable(z.string()),
      /** Who last changed the item; null if no one has, or if it was changed before this was stored. */
      changedBy: z.nullable(z.object({ id, displayName: z.string() })),
      changedAt: z.nullable(timestamp),
    }),
  ),
  fundsFlow: z.array(fundsFlowLine),
  /** Sources minus uses, which must be 0 before closing; null while there are no lines. */
  differenceCents: z.nullable(z.int()),
  dates: closingDates,
  canUpdate: z.boolean(),
  /** Also possible after the deal has closed. */
  canUpdateDates: z.boolean(),
  /** 0 before anything is saved. */
  version: z.int(),
});
export type DealClosing = z.infer<typeof dealClosing>;

export const updateClosingBody = z.strictObject({
  version: z.int().check(z.minimum(0)),
  /** One item of the checklist; the others are unchanged. */
  item: z.optional(itemChange),
  /** All lines. */
  fundsFlow: z.optional(z.array(fundsFlowLine).check(z.maxLength(maxFundsFlowLines))),
  /** The dates to change; null removes a date. */
  dates: z.optional(closingDates),
});
export type UpdateClosing = z.infer<typeof updateClosingBody>;

const area = 'business-center';
const one = z.object({ closing: dealClosing });

export const getDealClosing = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}/closing',
  summary: 'Get the closing checklist, funds flow, and the dates after closing of a deal',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  response: one,
});
export const updateDealClosing = defineEndpoint({
  method: 'PATCH',
  path: '/deals/{id}/closing',
  summary: 'Change an item of the checklist, the funds flow, or the dates after closing',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: updateClosingBody,
  response: one,
});
