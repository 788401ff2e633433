import * as z from 'zod/mini';
import { id, idParams, line, timestamp, version } from './common.ts';
import { customerFilter, customerSort } from './customer-list.ts';
import { defineEndpoint, member } from './endpoint.ts';

export const listDensities = ['compact', 'standard', 'comfortable'] as const;
export type ListDensity = (typeof listDensities)[number];

/** A filter as an address carries it: each value a text, or several. */
const sentFilter = z
  .record(
    z.string().check(z.maxLength(80)),
    z.union([z.string().check(z.maxLength(200)), z.array(z.string().check(z.maxLength(200)))]),
  )
  .check(z.refine((filter) => z.safeParse(customerFilter, filter).success, 'Not a filter of this list'));

/** How a list looks: what it is narrowed to, its order, its columns. */
export const viewSettings = z.strictObject({
  filter: sentFilter,
  /** Null for the order that the list has by itself. */
  sort: z.nullable(customerSort),
  /** The columns shown, in their order; null for the list's own. A screen leaves out those it does not know. */
  columns: z.nullable(z.array(z.string().check(z.regex(/^[A-Za-z][\w.:-]{0,79}$/))).check(z.maxLength(60))),
  density: z.nullable(z.enum(listDensities)),
});
export type ViewSettings = z.infer<typeof viewSettings>;

export const savedView = z.object({
  id,
  name: z.string(),
  /** Whether everybody who works in the workspace sees it; otherwise only its owner. */
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
const access = member('STAFF', 'users');

export const listSavedViews = defineEndpoint({
  method: 'GET',
  path: '/saved-views',
  summary: 'Views of the customer list: own and shared ones, in the order they were made',
  access,
  status: 200,
  response: z.object({ savedViews: z.array(savedView) }),
});
export const createSavedView = defineEndpoint({
  method: 'POST',
  path: '/saved-views',
  summary: 'Save a view of the customer list',
  access,
  status: 201,
  body: z.strictObject({ name, isShared: z._default(z.boolean(), false), settings: viewSettings }),
  response: one,
});
export const updateSavedView = defineEndpoint({
  method: 'PATCH',
  path: '/saved-views/{id}',
  summary: 'Change a view: its owner and, where it is shared, administrators',
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
  summary: 'Take back the deletion of a view',
  access,
  status: 200,
  params: idParams,
  response: one,
});
