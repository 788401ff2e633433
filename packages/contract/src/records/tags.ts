import * as z from 'zod/mini';
import { tag, tagName } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

export type Tag = z.infer<typeof tag>;

export const listTags = defineEndpoint({
  method: 'GET',
  path: '/tags',
  summary: 'List tags of the workspace',
  access: member('STAFF'),
  status: 200,
  response: z.object({ tags: z.array(tag) }),
});
export const createTag = defineEndpoint({
  method: 'POST',
  path: '/tags',
  summary: 'Create a tag, or return the existing one with that name',
  access: member('STAFF'),
  status: 201,
  body: z.strictObject({ name: tagName }),
  response: z.object({ tag }),
});
