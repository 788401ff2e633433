import * as z from 'zod/mini';
import { id, idParams, line, tagName } from '../http/common.ts';
import { recordTypes } from './records.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** A tag or source, and how many records have it, including those in the trash. */
export const catalogEntry = z.object({
  id,
  name: z.string(),
  /** The total number of records, and the number of each type that has any. */
  useCount: z.int(),
  uses: z.array(z.object({ recordType: z.enum(recordTypes), count: z.int() })),
});
export type CatalogEntry = z.infer<typeof catalogEntry>;

export const sourceName = line(80);

const mergeBody = z.strictObject({ into: id });
const tagEntry = z.object({ tag: catalogEntry });
const sourceEntry = z.object({ source: catalogEntry });

export const listTagUse = defineEndpoint({
  method: 'GET',
  path: '/tags/use',
  summary: 'List tags with the number of records that have them',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ tags: z.array(catalogEntry) }),
});
export const renameTag = defineEndpoint({
  method: 'PATCH',
  path: '/tags/{id}',
  summary: 'Rename a tag',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: z.strictObject({ name: tagName }),
  response: tagEntry,
});
export const mergeTag = defineEndpoint({
  method: 'POST',
  path: '/tags/{id}/merge',
  summary: 'Merge a tag into another tag',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: mergeBody,
  response: tagEntry,
});
export const deleteTag = defineEndpoint({
  method: 'DELETE',
  path: '/tags/{id}',
  summary: 'Delete a tag and remove it from all records',
  access: member('ADMIN'),
  status: 204,
  params: idParams,
});
export const listSources = defineEndpoint({
  method: 'GET',
  path: '/sources',
  summary: 'List sources by name',
  access: member('STAFF', 'users'),
  status: 200,
  response: z.object({ sources: z.array(z.object({ id, name: z.string() })) }),
});
export const listSourceUse = defineEndpoint({
  method: 'GET',
  path: '/sources/use',
  summary: 'List sources with their number of customers',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ sources: z.array(catalogEntry) }),
});
export const createSource = defineEndpoint({
  method: 'POST',
  path: '/sources',
  summary: 'Create a source',
  access: member('ADMIN'),
  status: 201,
  body: z.strictObject({ name: sourceName }),
  response: sourceEntry,
});
export const renameSource = defineEndpoint({
  method: 'PATCH',
  path: '/sources/{id}',
  summary: 'Rename a source and update its customers',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: z.strictObject({ name: sourceName }),
  response: sourceEntry,
});
export const mergeSource = defineEndpoint({
  method: 'POST',
  path: '/sources/{id}/merge',
  summary: 'Merge a source into another source',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: mergeBody,
  response: sourceEntry,
});
export const deleteSource = defineEndpoint({
  method: 'DELETE',
  path: '/sources/{id}',
  summary: 'Delete a source and remove it from its customers',
  access: member('ADMIN'),
  status: 204,
  params: idParams,
});
