import type { FastifyInstance } from 'fastify';

const iconHosts = 'https://api.iconify.design https://api.simplesvg.com https://api.unisvg.com';

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
} as const;

/** Those that say something to a browser about a document only. */
export const documentHeaders = [
  'x-frame-options',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const satisfies (keyof typeof fixedHeaders)[];

/** The policy of the web app's page; `nonce` is new for each response. */
export function pageContentPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${iconHosts}`,
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The service worker, and the page that it shows when we cannot be reached: files of their own and nothing inline. */
export const offlinePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Strict headers on every response; what needs looser ones (the page, mail as HTML) sets its own. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(fixedHeaders).header('x-request-id', request.id);
  });
}
