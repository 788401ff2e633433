import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

const { err } = createLogger('silent')[pino.symbols.serializersSym as never] as Record<
  'err',
  (error: unknown) => { message: string; stack: string }
>;

it('cuts a stack to which every caller of a shared connection has added its frames', () => {
  const error = new Error('The database is starting');
  error.stack = `Error: ${error.message}\n${'    at query (client.ts:1:1)\n'.repeat(5_000)}`;
  const logged = err(error);
  expect(logged.message).toBe(error.message);
  expect(logged.stack).toMatch(/^Error: The database is starting\n {4}at query/);
  expect(logged.stack.length).toBeLessThanOrEqual(4_000);
});
