import * as z from 'zod/mini';
import { anyone, defineEndpoint } from './endpoint.ts';

export const installation = z.object({
  name: z.string(),
  tagline: z.string(),
  logoUrl: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  supportPhone: z.nullable(z.string()),
  /** Whether the first SUPERADMIN still has to be made. */
  needsFirstAdmin: z.boolean(),
});
export type Installation = z.infer<typeof installation>;

export const getInstallation = defineEndpoint({
  method: 'GET',
  path: '/installation',
  summary: 'The brokerage as its public pages show it',
  access: anyone,
  status: 200,
  response: z.object({ installation }),
});
