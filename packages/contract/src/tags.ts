import * as z from 'zod/mini';
import { id, line } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';

/** A word of the workspace that its customers and documents are sorted by. */
export const tag = z.object({ id, name: z.string() });
export type Tag = z.infer<typeof tag>;

export const tagName = line(60);
/** What one record can have. */
export const recordTagIds = z.array(id).check(z.maxLength(50));

export const listTags = defineEndpoint({
  method: 'GET',
  path: '/tags',
  summary: 'Tags of the workspace',
  access: member('STAFF'),
  status: 200,
  response: z.object({ tags: z.array(tag) }),
});
export const createTag = defineEndpoint({
  method: 'POST',
  path: '/tags',
  summary: 'Create a tag, or return the one of that name',
  access: member('STAFF'),
  status: 201,
  body: z.strictObject({ name: tagName }),
  response: z.object({ tag }),
});
