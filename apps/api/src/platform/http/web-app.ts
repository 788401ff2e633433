import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/errors.ts';
import { documentHeaders, offlinePolicy, createPageContentPolicy } from './security-headers.ts';
import { sendProblem } from './problems.ts';

const noncePlaceholder = /__CSP_NONCE__/g;

/**
 * Serves the built web app: hashed assets with a one-year cache, and the page with a new nonce for any other address.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    acceptRanges: false,
    lastModified: false,
    globIgnore: ['**/index.html', '**/*.map', '.vite/**'],
    setHeaders: (reply, path) => {
      const file = path.replace(/\.(br|gz)$/, '');
      reply.header('cache-control', getCacheControl(file));
      // A page loads dozens of these, so unneeded headers add up.
      if (isBuilt(file)) for (const name of ['x-request-id', ...documentHeaders]) reply.removeHeader(name);
      if (/\.html$|\/sw\.js$/.test(file)) reply.header('content-security-policy', offlinePolicy);
    },
  });
  app.setNotFoundHandler(rejectRequest);
  app.get('/*', (request, reply) => {
    if (/\.[a-z0-9]{2,5}$/i.test(getPath(request.url))) return rejectRequest(request, reply);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', createPageContentPolicy(nonce))
      .send(page.replace(noncePlaceholder, nonce));
  });
}

function rejectRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(new AppError('NOT_FOUND', 'Page not found.'), request, reply);
}

/** A cached service worker would keep serving an old release. */
function getCacheControl(file: string): string {
  if (isBuilt(file)) return 'public, max-age=31536000, immutable';
  return file.endsWith('/sw.js') ? 'no-cache' : 'public, max-age=3600';
}

/** Whether the file name contains a content hash. */
function isBuilt(file: string): boolean {
  return file.includes('/assets/');
}

/** Path of a raw request line, which may be malformed. */
function getPath(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}
