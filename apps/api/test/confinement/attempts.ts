import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup, resolve4 } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

/** Reads a port of this machine and a file from standard input; writes which attempts succeeded. */
const { port, file } = JSON.parse(await text(process.stdin));
const attempts: Record<string, () => unknown> = {
  'read a file': () => readFile(file),
  'read the source of the app': () =>
    readFile(new URL('../../src/adapters/confined-child.ts', import.meta.url)),
  'write a file': () => writeFile(`${file}.new`, ''),
  'start a process': () => execFileSync('/bin/true'),
  'start a thread': () => new Worker('', { eval: true }),
  'use internal bindings': () =>
    (process as unknown as { binding(name: string): object }).binding('tcp_wrap'),
  connect: () => once(connect(port, '127.0.0.1'), 'connect'),
  fetch: () => fetch(`http://127.0.0.1:${port}/`),
  'request by HTTP': () => once(get({ port, host: '127.0.0.1' }), 'response'),
  'look up a name': () => lookup('localhost'),
  'ask a DNS server': () => resolve4('example.com'),
  listen: () => once(createServer().listen(0), 'listening'),
  'send a datagram': () =>
    new Promise<void>((done, fail) =>
      createSocket('udp4').send('x', port, '127.0.0.1', (error) => (error ? fail(error) : done())),
    ),
};

const succeeded: string[] = [];
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    succeeded.push(name);
  } catch {
    // Rejected, as expected.
  }
}
process.stdout.write(JSON.stringify({ tried: Object.keys(attempts).length, succeeded }), () =>
  process.exit(),
);
