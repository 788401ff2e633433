import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress';
import { routeTable } from '@handover/contract/http/route-table.ts';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { addFeatures } from './registry.ts';
import type { Config } from './lib/config.ts';
import { AppError } from './lib/errors.ts';
import { parseJsonBodies } from './platform/http/json-bodies.ts';
import { registerProblemHandler, sendProblem } from './platform/http/problems.ts';
import { createRoutes } from './platform/http/routes.ts';
import { addSecurityHeaders } from './platform/http/security-headers.ts';
import { limitSlowBodies } from './platform/http/slow-bodies.ts';
import { drainUnreadBodies } from './platform/http/unread-bodies.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import type { Platform } from './platform/platform.ts';

const jsonLimitBytes = 2 * 1024 * 1024;
const slowestRequestMs = 60 * 60_000;

/**
 * Compresses API responses and the page; assets are already compressed. Compressed request bodies are
 * rejected.
 */
const compression: FastifyCompressOptions = {
  customTypes: /^(application\/(problem\+)?json|text\/html)\b/,
  encodings: ['br', 'gzip'],
  globalDecompression: false,
};

/**
 * The HTTP app on top of the platform: the API below `/api`, the web app elsewhere. It does not listen yet.
 */
export async function buildApp(
  platform: Platform,
  { webFolder }: { webFolder: string | null },
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = platform.logger;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: getTrustedHops(platform.config.trustProxy),
    bodyLimit: jsonLimitBytes,
    requestTimeout: slowestRequestMs,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: false,
  });
  app.removeContentTypeParser('text/plain');
  parseJsonBodies(app);
  watchConnections(app);
  logRequests(app);
  registerProblemHandler(app);
  drainUnreadBodies(app);
  limitSlowBodies(app);
  addSecurityHeaders(app);
  await app.register(fastifyCompress, compression);
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const actionNames = new Map(Object.entries(routeTable).map(([name, endpoint]) => [endpoint, name]));
    const { runner, keyring, requestLimits } = platform;
    addFeatures(createRoutes({ app, uploads, runner, keyring, requestLimits, actionNames }), platform);
  });
  app.all('/api/*', (request, reply) =>
    sendProblem(new AppError('NOT_FOUND', 'There is no such endpoint.'), request, reply),
  );
  if (webFolder !== null) await serveWebApp(app, webFolder);
  return app;
}

/** Fastify accepts a number of proxies only as a function. */
function getTrustedHops(
  trust: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust;
}

/**
 * Lets requests in flight finish when the app closes: their responses end the connection, and idle connections end
 * immediately.
 */
function watchConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    // Once read, Node remembers the address even after the client has disconnected.
    void socket.remoteAddress;
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) void reply.header('connection', 'close');
    return payload;
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    done();
  });
}

/** Logs one line per API request with the route's pattern; the URL may contain a ticket. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
