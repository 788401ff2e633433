import * as z from 'zod/mini';
import { id } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { roles } from '../auth/roles.ts';

/** A member of the workspace, as shown to colleagues. */
export const colleague = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
  role: z.enum(roles),
  /** The number of customers whose broker they are; null if the caller cannot see customers. */
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
