import { once } from 'node:events';
import { request as httpRequest, type ClientRequest } from 'node:http';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerProblemHandler } from './problems.ts';
import { limitSlowBodies } from './slow-bodies.ts';

async function startApp(limits: Parameters<typeof limitSlowBodies>[1]) {
  const app = Fastify();
  registerProblemHandler(app);
  limitSlowBodies(app, limits);
  app.post('/', () => ({}));
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const begin = (): ClientRequest => {
    const headers = { 'content-type': 'application/json', 'content-length': '1000', expect: '100-continue' };
    const outgoing = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers });
    outgoing.on('error', () => undefined).flushHeaders();
    return outgoing;
  };
  return { app, begin };
}

it('a body that does not arrive ends its connection', async () => {
  const { app, begin } = await startApp({ windowMs: 20 });
  const outgoing = begin();
  await expect.poll(() => outgoing.destroyed).toBe(true);
  await app.close();
});

it('an address with too many unfinished bodies is asked to wait', async () => {
  const { app, begin } = await startApp({ maxPerAddress: 2 });
  const open = [begin(), begin()];
  await Promise.all(open.map((outgoing) => once(outgoing, 'continue')));
  const refused = begin();
  const [response] = await once(refused, 'response');
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '5']);
  for (const outgoing of [...open, refused]) outgoing.destroy();
  await app.close();
});
