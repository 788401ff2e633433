import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { OutgoingBlockedError, resolveOutgoing, type OutgoingRules, type PinnedAddress } from './resolve.ts';

export type GuardedRequest = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** From resolving the name to the status. */
  readonly timeoutMs: number;
};

/**
 * Sends one HTTP request to a user-supplied URL, over a new connection to the checked address. Returns the status
 * without reading the body. Rejects redirects. Throws `OutgoingBlockedError` or network errors (`TimeoutError` on timeout).
 */
export async function guardedFetch(
  address: string,
  request: GuardedRequest,
  rules: OutgoingRules,
): Promise<number> {
  const url = checkUrl(address);
  const signal = AbortSignal.timeout(request.timeoutMs);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const pinned = await resolveOutgoing({ host: url.hostname, port }, rules);
  signal.throwIfAborted();
  try {
    const response = await send({ url, request, pinned, signal });
    response.destroy();
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400)
      throw new OutgoingBlockedError(
        `The server at ${url.host} redirected the request. Enter the final address instead.`,
      );
    return status;
  } catch (error) {
    // An aborted connection fails in many ways; the cause is always the timeout.
    signal.throwIfAborted();
    throw error;
  }
}

function checkUrl(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OutgoingBlockedError('Use an address that starts with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new OutgoingBlockedError('An address must not include a user name or password.');
  return url;
}

type PinnedRequest = { url: URL; request: GuardedRequest; pinned: PinnedAddress; signal: AbortSignal };

function send({ url, request, pinned, signal }: PinnedRequest): Promise<IncomingMessage> {
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
