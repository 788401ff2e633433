import * as z from 'zod/mini';
import { calendarDate, id, page, paging, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordTypes } from '../records/records.ts';

/** One write with its actor and subject; entries are never changed. */
export const auditEntry = z.object({
  id,
  time: timestamp,
  actor: z.nullable(z.object({ id, displayName: z.string() })),
  /** The operation's name, such as `updateCustomer`. */
  action: z.string(),
  subjectId: z.nullable(z.string()),
  /** The record by its current name, if it has a page. */
  subject: z.nullable(z.object({ type: z.enum(recordTypes), name: z.string() })),
  detail: z.record(z.string(), z.unknown()),
  /** The current names of what the ids in this entry mean, such as members, tags, and fields; deleted ones are missing. */
  names: z.record(z.string(), z.string()),
  ipAddress: z.nullable(z.string()),
  /** Whether a seal of the chain already covers it, which takes about a second. */
  isSealed: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filter = {
  actorId: z.optional(id),
  action: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,60}$/, 'Not a valid action'))),
  subjectId: z.optional(id),
  /** Calendar days in the time zone of the current workspace, both inclusive. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
};
export const auditFilter = z.strictObject(filter);
export type AuditFilter = z.infer<typeof auditFilter>;

/** A verification of every seal in the installation's chain. */
export const auditCheck = z.object({
  id,
  status: z.enum(['running', 'intact', 'broken', 'failed']),
  /** The number of seals and entries verified so far. */
  seals: z.int(),
  entries: z.int(),
  /** The first seal that does not match its entries or the previous seal. */
  firstBadSeal: z.nullable(z.int()),
  /** Entries that are neither sealed nor waiting to be sealed, or that were sealed but are missing. */
  missingEntries: z.int(),
  /** Seals that were compared with a copy outside the database. */
  copiedSeals: z.int(),
  /** The newest copy, if the log now ends before it, which means that its end was cut off. */
  cutOff: z.nullable(z.object({ seal: z.int(), sealedAt: timestamp })),
  startedAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type AuditCheck = z.infer<typeof auditCheck>;

const entriesQuery = z.strictObject({ ...filter, ...paging });
const entriesPage = z.object({ entries: z.array(auditEntry), ...page });
const actionNames = z.object({ actions: z.array(z.string()) });
const exportTicket = z.object({ ticket: z.object({ url: z.string(), expiresAt: timestamp }) });

export const listAuditEntries = defineEndpoint({
  method: 'GET',
  path: '/audit',
  summary: 'List audit entries of the workspace, newest first',
  access: member('ADMIN'),
  status: 200,
  query: entriesQuery,
  response: entriesPage,
});
export const listAuditActions = defineEndpoint({
  method: 'GET',
  path: '/audit/actions',
  summary: 'List actions in the audit log of the workspace',
  access: member('ADMIN'),
  status: 200,
  response: actionNames,
});
export const exportAudit = defineEndpoint({
  method: 'POST',
  path: '/audit/export',
  summary: 'Create a download ticket for the CSV of matching entries',
  access: member('ADMIN'),
  status: 201,
  body: auditFilter,
  response: exportTicket,
});
export const startAuditCheck = defineEndpoint({
  method: 'POST',
  path: '/audit/checks',
  summary: 'Start verifying the audit log',
  access: member('ADMIN'),
  status: 202,
  response: z.object({ check: auditCheck }),
});
export const getAuditCheck = defineEndpoint({
  method: 'GET',
  path: '/audit/checks/latest',
  summary: 'Get the status of the last verification',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ check: z.nullable(auditCheck) }),
});
export const listInstallationAudit = defineEndpoint({
  method: 'GET',
  path: '/installation/audit',
  summary: 'List audit entries of the installation (accounts, workspaces, backups), newest first',
  access: member('SUPERADMIN'),
  status: 200,
  query: entriesQuery,
  response: entriesPage,
});
export const listInstallationAuditActions = defineEndpoint({
  method: 'GET',
  path: '/installation/audit/actions',
  summary: 'List actions in the audit log of the installation',
  access: member('SUPERADMIN'),
  status: 200,
  response: actionNames,
});
export const exportInstallationAudit = defineEndpoint({
  method: 'POST',
  path: '/installation/audit/export',
  summary: 'Create a download ticket for the CSV of matching installation entries',
  access: member('SUPERADMIN'),
  status: 201,
  body: auditFilter,
  response: exportTicket,
});
