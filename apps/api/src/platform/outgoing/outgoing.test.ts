import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';
import { OutgoingBlockedError, resolveOutgoing } from './resolve.ts';

const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise((done) => {
          server.closeAllConnections();
          server.close(done);
        }),
    ),
  );
});

const createLookup =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }));
const resolve = (host: string, rules: Parameters<typeof resolveOutgoing>[1] = { allow: [] }) =>
  resolveOutgoing({ host, port: 443 }, rules);

describe('an outgoing host', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '240.0.0.1',
    '::1',
    '[::1]',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '[::ffff:10.0.0.1]',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fec0::1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '127.0.0.1.',
    '１２７.0.0.1',
  ])('%s is refused', async (host) => {
    await expect(resolve(host)).rejects.toThrow(OutgoingBlockedError);
  });

  it.each([
    '',
    ' ',
    'a b',
    'host/path',
    'user@host',
    'host?x',
    'host#x',
    '127.0.0.1\\@example.com',
    'exa%6dple.com',
    '[::1',
  ])('%j is no host name', async (host) => {
    await expect(resolve(host, { allow: [], lookup: createLookup('1.1.1.1') })).rejects.toThrow(
      OutgoingBlockedError,
    );
  });

  it('is reached at the public address that its name has', async () => {
    expect(
      await resolve('Mail.Example.com', { allow: [], lookup: createLookup('1.1.1.1', '2606:4700::1111') }),
    ).toEqual({ address: '1.1.1.1', family: 4 });
    expect(await resolve('2606:4700::1111')).toEqual({ address: '2606:4700::1111', family: 6 });
    expect(await resolve('::ffff:1.1.1.1')).toEqual({ address: '1.1.1.1', family: 4 });
  });

  it.each([
    ['1.1.1.1', '127.0.0.1'],
    ['1.1.1.1', '::ffff:10.0.0.1'],
    ['2606:4700::1111', '::1'],
  ])('is refused when its name mixes %s with %s', async (...addresses) => {
    await expect(resolve('mixed.test', { allow: [], lookup: createLookup(...addresses) })).rejects.toThrow(
      OutgoingBlockedError,
    );
  });

  it('is rejected without an address, and with an invalid port', async () => {
    await expect(resolve('empty.test', { allow: [], lookup: createLookup() })).rejects.toThrow(
      OutgoingBlockedError,
    );
    await expect(resolveOutgoing({ host: '1.1.1.1', port: 0 }, { allow: [] })).rejects.toThrow(
      OutgoingBlockedError,
    );
    await expect(resolveOutgoing({ host: '1.1.1.1', port: 65_536 }, { allow: [] })).rejects.toThrow(
      OutgoingBlockedError,
    );
  });

  it.each([
    ['mail.internal', 'mail.internal'],
    ['MAIL.internal', 'Mail.Internal'],
    ['10.0.0.5', '10.0.0.5'],
    ['10.0.0.0/8', '10.0.0.5'],
    ['fd00::/8', 'fd00::5'],
    ['10.0.0.0/8', '::ffff:10.0.0.5'],
    ['10.0.0.0/8', 'name.test'],
  ])('with %s on the operator’s list, %s passes', async (entry, host) => {
    const { address } = await resolve(host, { allow: [entry], lookup: createLookup('10.0.0.5') });
    expect(address).toMatch(/^(10\.0\.0\.5|fd00::5)$/);
  });

  it('an allowed name or range opens nothing beside it', async () => {
    await expect(
      resolve('evil-mail.internal', { allow: ['mail.internal'], lookup: createLookup('10.0.0.5') }),
    ).rejects.toThrow(OutgoingBlockedError);
    await expect(
      resolve('11.name.test', { allow: ['10.0.0.0/16'], lookup: createLookup('10.1.0.5') }),
    ).rejects.toThrow(OutgoingBlockedError);
    await expect(
      resolve('mixed.test', { allow: ['10.0.0.0/16'], lookup: createLookup('10.0.0.5', '127.0.0.1') }),
    ).rejects.toThrow(OutgoingBlockedError);
  });
});

describe('a host that a sample workspace names', () => {
  const rules = { allow: ['10.0.0.0/8'], reach: 'loopback' } as const;

  it('is reached on this machine', async () => {
    expect(await resolve('127.0.0.1', rules)).toEqual({ address: '127.0.0.1', family: 4 });
    expect(await resolve('::ffff:127.0.0.1', rules)).toEqual({ address: '127.0.0.1', family: 4 });
  });

  it.each(['1.1.1.1', '10.0.0.5'])('is refused at %s', async (address) => {
    await expect(resolve('name.test', { ...rules, lookup: createLookup(address) })).rejects.toThrow(/sample/);
    await expect(
      resolve('name.test', { ...rules, lookup: createLookup('127.0.0.1', address) }),
    ).rejects.toThrow(/sample/);
  });
});

describe('a guarded request', () => {
  const limits = { timeoutMs: 5_000 };
  const toLocal = { allow: ['hook.test'], lookup: createLookup('127.0.0.1') };

  it('goes to the checked address with the name it was asked for', async () => {
    let received: unknown;
    const port = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        received = [request.method, request.headers.host, request.headers['x-test'], body];
        response.end();
      });
    });
    let lookups = 0;
    const rules = {
      allow: ['hook.test'],
      lookup: async () => ((lookups += 1), [{ address: lookups === 1 ? '127.0.0.1' : '203.0.113.1' }]),
    };
    const status = await guardedFetch(
      `http://hook.test:${String(port)}/in`,
      { ...limits, method: 'POST', headers: { 'x-test': 'yes' }, body: 'hello' },
      rules,
    );
    expect(status).toBe(200);
    expect(received).toEqual(['POST', `hook.test:${String(port)}`, 'yes', 'hello']);
    expect(lookups).toBe(1);
  });

  it('does not reach a private server', async () => {
    let isReached = false;
    const port = await serve((_request, response) => {
      isReached = true;
      response.end();
    });
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', 'localhost']) {
      await expect(guardedFetch(`http://${host}:${String(port)}/`, limits, { allow: [] })).rejects.toThrow(
        OutgoingBlockedError,
      );
    }
    expect(isReached).toBe(false);
  });

  it('follows no redirect', async () => {
    let hits = 0;
    const port = await serve((_request, response) => {
      hits += 1;
      response.writeHead(302, { location: '/secret' }).end();
    });
    await expect(guardedFetch(`http://hook.test:${String(port)}/`, limits, toLocal)).rejects.toThrow(
      /redirect/,
    );
    expect(hits).toBe(1);
  });

  it('returns the status of a server that never finishes its body', async () => {
    const port = await serve(
      (_request, response) => void response.writeHead(410).write('x'.repeat(1_000_000)),
    );
    expect(await guardedFetch(`http://hook.test:${String(port)}/`, limits, toLocal)).toBe(410);
  });

  it('gives up on a server that never answers', async () => {
    const port = await serve(() => undefined);
    await expect(
      guardedFetch(`http://hook.test:${String(port)}/`, { timeoutMs: 100 }, toLocal),
    ).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each([
    'ftp://hook.test/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://user:secret@hook.test/',
    'nonsense',
  ])('refuses %s', async (address) => {
    await expect(guardedFetch(address, limits, toLocal)).rejects.toThrow(OutgoingBlockedError);
  });

  it('reports that nothing listens on the port', async () => {
    await expect(guardedFetch('http://hook.test:9/', limits, toLocal)).rejects.toThrow(/ECONNREFUSED/);
  });
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
