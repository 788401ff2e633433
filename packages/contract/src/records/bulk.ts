import * as z from 'zod/mini';
import { agreementSelection } from '../agreements/agreement-list.ts';
import { businessSelection, marketLabels } from '../businesses/business-list.ts';
import { buyerSelection } from '../buyers/buyer-list.ts';
import { calendarDate, id, idParams, line, multiline, page, paging, timestamp } from '../http/common.ts';
import { commissionSelection } from '../commission/commission-list.ts';
import { customerSelection } from '../customers/customer-list.ts';
import { dealSelection } from '../deals/deal-list.ts';
import { documentAudiences, documentSelection } from '../documents/document-list.ts';
import { attestationVersion } from '../documents/documents.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { mailContent, mailPreview } from '../conversations/mail-templates.ts';
import { recordType, recordTypes, type RecordType } from './records.ts';
import { taskPriorities, taskSelection } from '../tasks/tasks.ts';

/** Every bulk action. `bulkInputs` lists the actions of each record type. `undo` reverts another run. */
export const bulkActions = [
  'assign',
  'tag',
  'untag',
  'email',
  'invite',
  'ban',
  'setMarketLabel',
  'complete',
  'reopen',
  'setDueDate',
  'setPriority',
  'move',
  'setAudience',
  'remind',
  'withdraw',
  'pay',
  'delete',
  'restore',
  'undo',
] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkStatuses = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/** The statuses that may follow each status; the service enforces them. */
export const bulkTransitions: Record<BulkStatus, readonly BulkStatus[]> = {
  queued: ['running', 'failed', 'canceled'],
  running: ['done', 'failed', 'canceled'],
  done: [],
  failed: [],
  canceled: [],
};

const notUndoable: readonly BulkAction[] = [
  'email',
  'invite',
  'remind',
  'withdraw',
  'pay',
  'restore',
  'undo',
];

/** Whether an action can be undone, restoring the previous values. */
export function isUndoable(action: BulkAction): boolean {
  return !notUndoable.includes(action);
}

export const bulkOutcomes = ['done', 'skipped'] as const;

const tagIds = z.array(id).check(z.minLength(1), z.maxLength(20));
const deletion = [
  z.strictObject({ action: z.literal('delete') }),
  z.strictObject({ action: z.literal('restore') }),
] as const;

const customerInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('assign'), brokerId: z.nullable(id) }),
  z.strictObject({ action: z.literal('tag'), tagIds }),
  z.strictObject({ action: z.literal('untag'), tagIds }),
  /** Subject and body may contain fields: `{{customer.firstName|there}}`. */
  z.strictObject({
    action: z.literal('email'),
    subject: line(300),
    text: z.optional(multiline(100_000)),
    html: z.optional(multiline(200_000)),
    /** The template it was created from, whose use is counted. */
    templateId: z.optional(id),
  }),
  z.strictObject({ action: z.literal('ban'), reason: line(300) }),
  ...deletion,
]);

const businessInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('assign'), brokerId: z.nullable(id) }),
  z.strictObject({ action: z.literal('setMarketLabel'), marketLabel: z.nullable(z.enum(marketLabels)) }),
  ...deletion,
]);

const buyerInput = z.discriminatedUnion('action', [
  /** An email about a business on the market. It may contain fields, but must not name the business. */
  z.strictObject({
    action: z.literal('invite'),
    businessId: id,
    subject: line(300),
    text: multiline(20_000),
  }),
  ...deletion,
]);

const taskInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('assign'), assigneeId: z.nullable(id) }),
  z.strictObject({ action: z.literal('complete') }),
  /** Applies to completed tasks only. */
  z.strictObject({ action: z.literal('reopen') }),
  z.strictObject({ action: z.literal('setDueDate'), dueDate: z.nullable(calendarDate) }),
  z.strictObject({ action: z.literal('setPriority'), priority: z.enum(taskPriorities) }),
  ...deletion,
]);

const documentInput = z.discriminatedUnion('action', [
  /** Moves to a folder, or to the top of the library if null. A data room requires the attestation. */
  z.strictObject({
    action: z.literal('move'),
    folderId: z.nullable(id),
    attestation: z.optional(attestationVersion),
  }),
  z.strictObject({ action: z.literal('setAudience'), audience: z.enum(documentAudiences) }),
  z.strictObject({ action: z.literal('tag'), tagIds }),
  z.strictObject({ action: z.literal('untag'), tagIds }),
  ...deletion,
]);

const dealInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('assign'), brokerId: z.nullable(id) }),
  ...deletion,
]);

const agreementInput = z.discriminatedUnion('action', [
  /** Sends a new link by email and revokes earlier links. */
  z.strictObject({ action: z.literal('remind') }),
  z.strictObject({ action: z.literal('withdraw') }),
]);

const commissionInput = z.discriminatedUnion('action', [
  /** Marks amounts due as paid out. Amounts that changed after `asOf`, when the list was read, are skipped. */
  z.strictObject({ action: z.literal('pay'), paidOn: calendarDate, asOf: timestamp }),
]);

/** The input of bulk actions, by record type. */
export const bulkInputs = {
  customer: customerInput,
  business: businessInput,
  buyer: buyerInput,
  task: taskInput,
  document: documentInput,
  deal: dealInput,
  agreement: agreementInput,
  commission: commissionInput,
} as const satisfies Partial<Record<RecordType, z.ZodMiniType>>;
export type BulkInputOf<Type extends keyof typeof bulkInputs> = z.infer<(typeof bulkInputs)[Type]>;
export type BulkInput = BulkInputOf<keyof typeof bulkInputs>;

export const bulkRun = z.object({
  id,
  recordType: z.enum(recordTypes),
  action: z.enum(bulkActions),
  /** The action of the run, or for an undo, the action that it reverts. */
  subjectAction: z.enum(bulkActions),
  /** For `undo`: the run that it reverts. */
  undoOf: z.nullable(id),
  status: z.enum(bulkStatuses),
  statusDetail: z.nullable(z.string()),
  /** Counts of the records that matched when the run was created. */
  counts: z.object({ total: z.int(), done: z.int(), skipped: z.int() }),
  canCancel: z.boolean(),
  /** Whether there are changes that an undo could revert. */
  canUndo: z.boolean(),
  createdBy: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type BulkRun = z.infer<typeof bulkRun>;

/** The result for one record. */
export const bulkRow = z.object({
  recordId: id,
  /** Null if the viewer cannot see the record (any more). */
  name: z.nullable(z.string()),
  outcome: z.enum(bulkOutcomes),
  /** Why it was skipped, or why its email has not been delivered. */
  reason: z.nullable(z.string()),
  /** For `email`: the status of the message. */
  messageStatus: z.nullable(z.string()),
});
export type BulkRow = z.infer<typeof bulkRow>;

/** A bulk email as one customer would receive it, or why they would not. */
export const bulkPreview = z.extend(mailPreview, { refusal: z.nullable(z.string()) });
export type BulkPreview = z.infer<typeof bulkPreview>;

const one = z.object({ bulkRun });
/** The service also checks the area of the record type. */
const access = member('STAFF');

export const createBulkRun = defineEndpoint({
  method: 'POST',
  path: '/bulk-runs',
  summary: 'Apply an action to many records in the background',
  access,
  status: 202,
  body: z.discriminatedUnion('recordType', [
    z.strictObject({
      recordType: z._default(z.optional(z.literal('customer')), 'customer'),
      selection: z.strictObject(customerSelection),
      input: bulkInputs.customer,
    }),
    z.strictObject({
      recordType: z.literal('business'),
      selection: z.strictObject(businessSelection),
      input: bulkInputs.business,
    }),
    z.strictObject({
      recordType: z.literal('buyer'),
      selection: z.strictObject(buyerSelection),
      input: bulkInputs.buyer,
    }),
    z.strictObject({
      recordType: z.literal('task'),
      selection: z.strictObject(taskSelection),
      input: bulkInputs.task,
    }),
    z.strictObject({
      recordType: z.literal('document'),
      selection: z.strictObject(documentSelection),
      input: bulkInputs.document,
    }),
    z.strictObject({
      recordType: z.literal('deal'),
      selection: z.strictObject(dealSelection),
      input: bulkInputs.deal,
    }),
    z.strictObject({
      recordType: z.literal('agreement'),
      selection: z.strictObject(agreementSelection),
      input: bulkInputs.agreement,
    }),
    z.strictObject({
      recordType: z.literal('commission'),
      selection: z.strictObject(commissionSelection),
      input: bulkInputs.commission,
    }),
  ]),
  response: one,
});
export const previewBulkEmail = defineEndpoint({
  method: 'POST',
  path: '/bulk-runs/preview',
  summary: 'Get a bulk email as the first customers of a selection would receive it',
  access: member('STAFF', 'users'),
  status: 200,
  body: z.strictObject({ selection: z.strictObject(customerSelection), ...mailContent }),
  response: z.object({ previews: z.array(bulkPreview) }),
});
export const listBulkRuns = defineEndpoint({
  method: 'GET',
  path: '/bulk-runs',
  summary: 'List bulk runs on records of a type, newest first: your own, or all for administrators',
  access,
  status: 200,
  query: z.strictObject({ recordType, ...paging }),
  response: z.object({ bulkRuns: z.array(bulkRun), ...page }),
});
export const getBulkRun = defineEndpoint({
  method: 'GET',
  path: '/bulk-runs/{id}',
  summary: 'Get a bulk run with its progress',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const listBulkRows = defineEndpoint({
  method: 'GET',
  path: '/bulk-runs/{id}/rows',
  summary: 'Get the result for each record of a bulk run',
  access,
  status: 200,
  params: idParams,
  query: z.strictObject({ outcome: z.optional(z.enum(bulkOutcomes)), ...paging }),
  response: z.object({ rows: z.array(bulkRow), ...page }),
});
export const cancelBulkRun = defineEndpoint({
  method: 'POST',
  path: '/bulk-runs/{id}/cancel',
  summary: 'Stop a bulk run; changes already made are kept',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const undoBulkRun = defineEndpoint({
  method: 'POST',
  path: '/bulk-runs/{id}/undo',
  summary: 'Undo a bulk run, except for values that were changed since',
  access,
  status: 202,
  params: idParams,
  response: one,
});
