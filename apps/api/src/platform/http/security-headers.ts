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

/** Headers that only affect documents. */
export const documentHeaders = [
  'x-frame-options',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const satisfies (keyof typeof fixedHeaders)[];

/** Content security policy of the web app's page, with a new nonce for each response. */
export function createPageContentPolicy(nonce: string): string {
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

/** Policy of the service worker and the offline page, which load only their files and no inline code. */
export const offlinePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Strict headers for every response; routes that need looser ones (the page, HTML mail) override them. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(fixedHeaders).header('x-request-id', request.id);
  });
}
