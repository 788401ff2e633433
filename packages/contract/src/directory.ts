import * as z from 'zod/mini';
import { id } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { roles } from './roles.ts';

/** Somebody who works in the workspace, as their colleagues see them. */
export const colleague = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
  role: z.enum(roles),
  /** How many customers they are the broker of; null where the caller may not see those. */
  customerCount: z.nullable(z.int()),
});
export type Colleague = z.infer<typeof colleague>;

export const listDirectory = defineEndpoint({
  method: 'GET',
  path: '/directory',
  summary: 'List the members of the workspace by name',
  access: member('STAFF'),
  status: 200,
  response: z.object({ people: z.array(colleague) }),
});
