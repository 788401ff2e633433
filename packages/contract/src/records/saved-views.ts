import * as z from 'zod/mini';
import { id, idParams, line, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordType, recordTypes } from './records.ts';

export const listDensities = ['compact', 'standard', 'comfortable'] as const;
export type ListDensity = (typeof listDensities)[number];

/** A filter as in a URL, where each parameter has one or several values. */
const sentFilter = z.record(
  z.string().check(z.maxLength(80)),
  z.union([z.string().check(z.maxLength(200)), z.array(z.string().check(z.maxLength(200)))]),
);

/**
 * The settings of a list: its filter, order, and columns. The server validates filter and order against the list of the
 * record type (record-lists.ts).
 */
export const viewSettings = z.strictObject({
  filter: sentFilter,
  /** Null for the list's default order. */
  sort: z.nullable(z.string().check(z.maxLength(300))),
  /** The columns shown, in order; null for the default columns. A screen ignores unknown columns. */
  columns: z.nullable(z.array(z.string().check(z.regex(/^[A-Za-z][\w.:-]{0,79}$/))).check(z.maxLength(60))),
  density: z.nullable(z.enum(listDensities)),
});
export type ViewSettings = z.infer<typeof viewSettings>;

export const savedView = z.object({
  id,
  recordType: z.enum(recordTypes),
  name: z.string(),
  /** Whether all members of the workspace see it; otherwise only its owner does. */
  isShared: z.boolean(),
  settings: viewSettings,
  owner: z.object({ id, displayName: z.string() }),
  updatedAt: timestamp,
  version,
  abilities: z.object({ canUpdate: z.boolean() }),
});
export type SavedView = z.infer<typeof savedView>;

const name = line(60);
const one = z.object({ savedView });
/** The service also checks the area of the record type. */
const access = member('STAFF');

export const listSavedViews = defineEndpoint({
  method: 'GET',
  path: '/saved-views',
  summary: 'List saved views for the list of a record type: your own and shared ones, oldest first',
  access,
  status: 200,
  query: z.strictObject({ recordType }),
  response: z.object({ savedViews: z.array(savedView) }),
});
export const createSavedView = defineEndpoint({
  method: 'POST',
  path: '/saved-views',
  summary: 'Save a view for the list of a record type',
  access,
  status: 201,
  body: z.strictObject({
    recordType,
    name,
    isShared: z._default(z.boolean(), false),
    settings: viewSettings,
  }),
  response: one,
});
export const updateSavedView = defineEndpoint({
  method: 'PATCH',
  path: '/saved-views/{id}',
  summary: 'Change a view; only its owner can, or an administrator if it is shared',
  access,
  status: 200,
  params: idParams,
  body: z.strictObject({
    version,
    name: z.optional(name),
    isShared: z.optional(z.boolean()),
    settings: z.optional(viewSettings),
  }),
  response: one,
});
export const deleteSavedView = defineEndpoint({
  method: 'DELETE',
  path: '/saved-views/{id}',
  summary: 'Delete a view',
  access,
  status: 204,
  params: idParams,
});
export const restoreSavedView = defineEndpoint({
  method: 'POST',
  path: '/saved-views/{id}/restore',
  summary: 'Restore a deleted view',
  access,
  status: 200,
  params: idParams,
  response: one,
});
