import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { offlinePolicy, pageContentPolicy } from './security-headers.ts';
import { sendProblem } from './problems.ts';

const noncePlaceholder = /__CSP_NONCE__/g;

/**
 * Serves the built web app: hashed assets for a year, and its one page, with a new nonce, for every
 * other address that a browser opens.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/index.html', '**/*.map', '.vite/**'],
    setHeaders: (reply, path) => {
      const file = path.replace(/\.(br|gz)$/, '');
      reply.header('cache-control', cacheControlOf(file));
      if (/\.html$|\/sw\.js$/.test(file)) reply.header('content-security-policy', offlinePolicy);
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/\.[a-z0-9]{2,5}$/i.test(pathOf(request.url));
    if (!isPage)
      return sendProblem(new AppError('NOT_FOUND', 'There is nothing at this address.'), request, reply);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pageContentPolicy(nonce))
      .send(page.replace(noncePlaceholder, nonce));
  });
}

/** A service worker that a cache keeps would go on serving the page of a release before. */
function cacheControlOf(file: string): string {
  if (file.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return file.endsWith('/sw.js') ? 'no-cache' : 'public, max-age=3600';
}

/** The path of a raw request line, which need not be a well-formed address. */
function pathOf(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}
