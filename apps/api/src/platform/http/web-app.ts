import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/errors.ts';
import { documentHeaders, offlinePolicy, pageContentPolicy } from './security-headers.ts';
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
    acceptRanges: false,
    lastModified: false,
    globIgnore: ['**/index.html', '**/*.map', '.vite/**'],
    setHeaders: (reply, path) => {
      const file = path.replace(/\.(br|gz)$/, '');
      reply.header('cache-control', cacheControlOf(file));
      // A page has dozens of these, and each header is sent with each of them.
      if (isBuilt(file)) for (const name of ['x-request-id', ...documentHeaders]) reply.removeHeader(name);
      if (/\.html$|\/sw\.js$/.test(file)) reply.header('content-security-policy', offlinePolicy);
    },
  });
  app.setNotFoundHandler(refuse);
  app.get('/*', (request, reply) => {
    if (/\.[a-z0-9]{2,5}$/i.test(pathOf(request.url))) return refuse(request, reply);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pageContentPolicy(nonce))
      .send(page.replace(noncePlaceholder, nonce));
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(new AppError('NOT_FOUND', 'There is nothing at this address.'), request, reply);
}

/** A service worker that a cache keeps would go on serving the page of a release before. */
function cacheControlOf(file: string): string {
  if (isBuilt(file)) return 'public, max-age=31536000, immutable';
  return file.endsWith('/sw.js') ? 'no-cache' : 'public, max-age=3600';
}

/** Whether the file has a hash of its content in its name. */
function isBuilt(file: string): boolean {
  return file.includes('/assets/');
}

/** The path of a raw request line, which need not be a well-formed address. */
function pathOf(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}
