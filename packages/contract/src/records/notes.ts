import * as z from 'zod/mini';
import { id, idParams, multiline, page, paging, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** Calls and meetings are logged like notes. */
export const noteKinds = ['note', 'call', 'meeting'] as const;
export type NoteKind = (typeof noteKinds)[number];

const person = z.object({ id, displayName: z.string() });

export const note = z.object({
  id,
  /** At least one of these is set. */
  customerId: z.nullable(id),
  businessId: z.nullable(id),
  dealId: z.nullable(id),
  kind: z.enum(noteKinds),
  body: z.string(),
  /** When the call or meeting took place; for a note, when it was written. */
  occurredAt: timestamp,
  durationMinutes: z.nullable(z.int()),
  author: person,
  mentions: z.array(person),
  isPinned: z.boolean(),
  /** Set while the note may contain patient information; the body then only says so. */
  quarantineId: z.nullable(id),
  createdAt: timestamp,
  updatedAt: timestamp,
  version,
  abilities: z.object({ canUpdate: z.boolean(), canDelete: z.boolean() }),
});
export type Note = z.infer<typeof note>;

/** A mention is written as `@[Display Name](user-id)` in the body. */
export const mentionPattern =
  /@\[([^\]\n]{1,120})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/g;

const occurredAt = z.optional(timestamp);
const durationMinutes = z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1440))));
const newNote = {
  body: multiline(20_000),
  kind: z._default(z.enum(noteKinds), 'note'),
  occurredAt,
  durationMinutes,
};
/** With `businessId` the note is attached to that business as well. */
export const createNoteBody = z.strictObject({ ...newNote, businessId: z.optional(id) });
/** With `customerId` the note is attached to that customer as well. */
const createBusinessNoteBody = z.strictObject({ ...newNote, customerId: z.optional(id) });
const createDealNoteBody = z.strictObject({ ...newNote, customerId: z.optional(id) });
export const updateNoteBody = z.strictObject({
  version,
  body: z.optional(multiline(20_000)),
  isPinned: z.optional(z.boolean()),
  occurredAt,
  durationMinutes,
});
const one = z.object({ note });
const listQuery = z.strictObject({ kind: z.optional(z.enum(noteKinds)), ...paging });
const list = z.object({ notes: z.array(note), ...page });

export const listNotes = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/notes',
  summary: 'List notes, calls, and meetings of a customer, pinned first, newest first',
  access: member('STAFF', 'users'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
export const listBusinessNotes = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/notes',
  summary: 'List notes, calls, and meetings of a business, pinned first, newest first',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
export const listDealNotes = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}/notes',
  summary: 'List notes, calls, and meetings of a deal, pinned first, newest first',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  query: listQuery,
  response: list,
});
export const createDealNote = defineEndpoint({
  method: 'POST',
  path: '/deals/{id}/notes',
  summary: 'Add a note to a deal, or log a call or meeting',
  access: member('STAFF', 'business-center'),
  status: 201,
  params: idParams,
  body: createDealNoteBody,
  response: one,
});
export const createNote = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/notes',
  summary: 'Add a note, or log a call or meeting',
  access: member('STAFF', 'users'),
  status: 201,
  params: idParams,
  body: createNoteBody,
  response: one,
});
export const createBusinessNote = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/notes',
  summary: 'Add a note to a business, or log a call or meeting',
  access: member('STAFF', 'business-center'),
  status: 201,
  params: idParams,
  body: createBusinessNoteBody,
  response: one,
});
export const updateNote = defineEndpoint({
  method: 'PATCH',
  path: '/notes/{id}',
  summary: 'Edit or pin a note',
  access: member('STAFF'),
  status: 200,
  params: idParams,
  body: updateNoteBody,
  response: one,
});
export const deleteNote = defineEndpoint({
  method: 'DELETE',
  path: '/notes/{id}',
  summary: 'Delete a note; it can be restored',
  access: member('STAFF'),
  status: 204,
  params: idParams,
});
export const restoreNote = defineEndpoint({
  method: 'POST',
  path: '/notes/{id}/restore',
  summary: 'Restore a deleted note',
  access: member('STAFF'),
  status: 200,
  params: idParams,
  response: one,
});
