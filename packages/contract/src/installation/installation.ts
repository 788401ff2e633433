import * as z from 'zod/mini';
import { anyone, defineEndpoint } from '../http/endpoint.ts';

export const installation = z.object({
  name: z.string(),
  tagline: z.string(),
  logoUrl: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  supportPhone: z.nullable(z.string()),
  /** Whether the first SUPERADMIN still has to be created. */
  needsFirstAdmin: z.boolean(),
  /** Whether a mail server is set up, which links to reset a password need. */
  canSendEmail: z.boolean(),
});
export type Installation = z.infer<typeof installation>;

export const getInstallation = defineEndpoint({
  method: 'GET',
  path: '/installation',
  summary: 'Get the public details of the brokerage',
  access: anyone,
  status: 200,
  response: z.object({ installation }),
});

const manifestIcon = z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() });
const manifestShortcut = z.object({ name: z.string(), url: z.string() });

/** A Web Application Manifest, with which phones and desktops install the workspace as an app. */
export const manifest = z.object({
  id: z.string(),
  name: z.string(),
  short_name: z.string(),
  description: z.string(),
  lang: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.string(),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(manifestIcon),
  shortcuts: z.array(manifestShortcut),
});
export type Manifest = z.infer<typeof manifest>;

export const getManifest = defineEndpoint({
  method: 'GET',
  path: '/installation/manifest',
  summary: 'Web app manifest with the name of the brokerage',
  access: anyone,
  status: 200,
  response: manifest,
});
