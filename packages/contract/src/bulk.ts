import * as z from 'zod/mini';
import { id, idParams, line, multiline, page, paging, timestamp } from './common.ts';
import { customerSelection } from './customer-list.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { mailContent, mailPreview } from './mail-templates.ts';

/** What can be done to many customers at once; `undo` takes another run back. */
export const bulkActions = ['assign', 'tag', 'untag', 'email', 'ban', 'delete', 'restore', 'undo'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkStatuses = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/** Which status may follow which; the service enforces it and the screen hides other moves. */
export const bulkTransitions: Record<BulkStatus, readonly BulkStatus[]> = {
  queued: ['running', 'failed', 'canceled'],
  running: ['done', 'failed', 'canceled'],
  done: [],
  failed: [],
  canceled: [],
};

/** The actions that can be taken back, each to the values that stood before. */
export const undoableActions: readonly BulkAction[] = ['assign', 'tag', 'untag', 'ban', 'delete'];

export const bulkOutcomes = ['done', 'skipped'] as const;

const tagIds = z.array(id).check(z.minLength(1), z.maxLength(20));

/** What is to be done, with what it needs. */
export const bulkInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('assign'), brokerId: z.nullable(id) }),
  z.strictObject({ action: z.literal('tag'), tagIds }),
  z.strictObject({ action: z.literal('untag'), tagIds }),
  /** Subject and body may name fields: `{{customer.firstName|there}}`. */
  z.strictObject({
    action: z.literal('email'),
    subject: line(300),
    text: z.optional(multiline(100_000)),
    html: z.optional(multiline(200_000)),
    /** The template it was made of, to be counted as used. */
    templateId: z.optional(id),
  }),
  z.strictObject({ action: z.literal('ban'), reason: line(300) }),
  z.strictObject({ action: z.literal('delete') }),
  z.strictObject({ action: z.literal('restore') }),
]);
export type BulkInput = z.infer<typeof bulkInput>;

export const bulkRun = z.object({
  id,
  action: z.enum(bulkActions),
  /** The action that an undo takes back, otherwise the run's own. */
  subjectAction: z.enum(bulkActions),
  /** For `undo`: the run that it takes back. */
  undoOf: z.nullable(id),
  status: z.enum(bulkStatuses),
  statusDetail: z.nullable(z.string()),
  /** The customers of the selection as it stood when the run was asked for. */
  counts: z.object({ total: z.int(), done: z.int(), skipped: z.int() }),
  canCancel: z.boolean(),
  /** Whether rows are done that an undo could take back. */
  canUndo: z.boolean(),
  createdBy: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type BulkRun = z.infer<typeof bulkRun>;

/** What became of one customer. */
export const bulkRow = z.object({
  customerId: id,
  /** Null once the viewer may no longer see the customer. */
  name: z.nullable(z.string()),
  outcome: z.enum(bulkOutcomes),
  /** Why it was left out, or what holds its e-mail up. */
  reason: z.nullable(z.string()),
  /** For `email`: what became of the message. */
  messageStatus: z.nullable(z.string()),
});
export type BulkRow = z.infer<typeof bulkRow>;

/** How a bulk e-mail would reach a customer, or why it would not. */
export const bulkPreview = z.extend(mailPreview, { refusal: z.nullable(z.string()) });
export type BulkPreview = z.infer<typeof bulkPreview>;

const one = z.object({ bulkRun });
const access = member('STAFF', 'users');

export const createBulkRun = defineEndpoint({
  method: 'POST',
  path: '/bulk-runs',
  summary: 'Do one thing to many customers in the background',
  access,
  status: 202,
  body: z.strictObject({ selection: z.strictObject(customerSelection), input: bulkInput }),
  response: one,
});
export const previewBulkEmail = defineEndpoint({
  method: 'POST',
  path: '/bulk-runs/preview',
  summary: 'How a bulk e-mail would reach the first customers of a selection',
  access,
  status: 200,
  body: z.strictObject({ selection: z.strictObject(customerSelection), ...mailContent }),
  response: z.object({ previews: z.array(bulkPreview) }),
});
export const listBulkRuns = defineEndpoint({
  method: 'GET',
  path: '/bulk-runs',
  summary: 'Runs over many customers, newest first: own ones, for administrators all',
  access,
  status: 200,
  query: z.strictObject(paging),
  response: z.object({ bulkRuns: z.array(bulkRun), ...page }),
});
export const getBulkRun = defineEndpoint({
  method: 'GET',
  path: '/bulk-runs/{id}',
  summary: 'A run with its progress',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const listBulkRows = defineEndpoint({
  method: 'GET',
  path: '/bulk-runs/{id}/rows',
  summary: 'What became of each customer of a run',
  access,
  status: 200,
  params: idParams,
  query: z.strictObject({ outcome: z.optional(z.enum(bulkOutcomes)), ...paging }),
  response: z.object({ rows: z.array(bulkRow), ...page }),
});
export const cancelBulkRun = defineEndpoint({
  method: 'POST',
  path: '/bulk-runs/{id}/cancel',
  summary: 'Stop a run; what is done stays',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const undoBulkRun = defineEndpoint({
  method: 'POST',
  path: '/bulk-runs/{id}/undo',
  summary: 'Put back what stood before, where nobody has changed it since',
  access,
  status: 202,
  params: idParams,
  response: one,
});
