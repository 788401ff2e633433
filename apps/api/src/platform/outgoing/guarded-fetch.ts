import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { OutgoingRefusedError, resolveOutgoing, type OutgoingRules, type PinnedAddress } from './resolve.ts';

export type GuardedRequest = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** From resolving the name to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
};

export type GuardedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/**
 * One HTTP request to a user-supplied URL, over a new connection to the checked address. Rejects redirects.
 * Throws
 * `OutgoingRefusedError` or network errors (`TimeoutError` on timeout).
 */
export async function guardedFetch(
  address: string,
  request: GuardedRequest,
  rules: OutgoingRules,
): Promise<GuardedResponse> {
  const url = checkUrl(address);
  const signal = AbortSignal.timeout(request.timeoutMs);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const pinned = await resolveOutgoing({ host: url.hostname, port }, rules);
  signal.throwIfAborted();
  try {
    const response = await send({ url, request, pinned, signal });
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      response.destroy();
      throw new OutgoingRefusedError(
        `The server at ${url.host} redirected the request. Enter the final address instead.`,
      );
    }
    return { status, headers: response.headers, body: await readBody(response, request.maxBytes) };
  } catch (error) {
    // An aborted connection fails in many ways; the cause is always the timeout.
    signal.throwIfAborted();
    throw error;
  }
}

function checkUrl(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OutgoingRefusedError('Use an address that starts with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new OutgoingRefusedError('An address must not include a user name or password.');
  return url;
}

type Sending = { url: URL; request: GuardedRequest; pinned: PinnedAddress; signal: AbortSignal };

function send({ url, request, pinned, signal }: Sending): Promise<IncomingMessage> {
  const { request: open } = url.protocol === 'https:' ? https : http;
  const { method = 'GET', headers = {}, body } = request;
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all === true) done(null, [pinned]);
    else done(null, pinned.address, pinned.family);
  };
  return new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method,
      headers: { ...headers, connection: 'close' },
      lookup,
      agent: false,
      signal,
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function readBody(response: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const bytes of response) {
    sizeBytes += bytes.length;
    if (sizeBytes > maxBytes)
      throw new OutgoingRefusedError(`The response is larger than ${String(maxBytes)} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
