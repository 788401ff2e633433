import * as z from 'zod/mini';
import { id, idParams, line, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** A folder of the library. The path to it is given by the parents. */
export const documentFolder = z.object({
  id,
  name: z.string(),
  parentId: z.nullable(id),
  /** Files directly in it that the caller may read. */
  documentCount: z.int(),
  version,
});
export type DocumentFolder = z.infer<typeof documentFolder>;

/** How deep folders can be, and how many a workspace can have. */
export const maxFolderDepth = 8;
export const maxFolders = 5_000;

const staff = member('STAFF', 'documents');
const one = z.object({ folder: documentFolder });
const name = line(120);

export const listDocumentFolders = defineEndpoint({
  method: 'GET',
  path: '/document-folders',
  summary: 'All folders of the library, by name',
  access: staff,
  status: 200,
  response: z.object({ folders: z.array(documentFolder) }),
});
export const createDocumentFolder = defineEndpoint({
  method: 'POST',
  path: '/document-folders',
  summary: 'Add a folder',
  access: staff,
  status: 201,
  body: z.strictObject({ name, parentId: z.optional(id) }),
  response: one,
});
export const updateDocumentFolder = defineEndpoint({
  method: 'PATCH',
  path: '/document-folders/{id}',
  summary: 'Rename a folder, or move it into another; `parentId: null` moves it to the top',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ version, name: z.optional(name), parentId: z.optional(z.nullable(id)) }),
  response: one,
});
export const deleteDocumentFolder = defineEndpoint({
  method: 'DELETE',
  path: '/document-folders/{id}',
  summary: 'Delete an empty folder',
  access: staff,
  status: 204,
  params: idParams,
});
