import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/errors.ts';

const defaults = {
  /** Unfinished bodies of one address at the same time. */
  maxPerAddress: 100,
  windowMs: 30_000,
  minBytesPerWindow: 30 * 1024,
};

type Body = { readonly raw: IncomingMessage; readonly address: string; bytes: number };

/**
 * Ends connections that send a body slower than 1 KB/s, averaged over 30 s, and rejects further bodies from an address
 * with too many unfinished ones. A body that waits for the server is not slow.
 */
export function limitSlowBodies(app: FastifyInstance, limits: Partial<typeof defaults> = {}): void {
  const { maxPerAddress, windowMs, minBytesPerWindow } = { ...defaults, ...limits };
  const bodies = new Map<IncomingMessage, Body>();
  const check = (): void => {
    for (const body of bodies.values()) {
      const { raw } = body;
      const { bytesRead } = raw.socket;
      const isSlow = bytesRead - body.bytes < minBytesPerWindow && raw.readableLength === 0;
      if (isSlow && !raw.complete) raw.socket.destroy();
      body.bytes = bytesRead;
    }
  };
  // A new body is measured from the next window on, over a full window.
  const young = new Map<IncomingMessage, Body>();
  const timer = setInterval(() => {
    check();
    for (const [raw, body] of young) bodies.set(raw, { ...body, bytes: raw.socket.bytesRead });
    young.clear();
  }, windowMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async ({ raw, ip }) => {
    const hasBody =
      raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (!hasBody || raw.complete) return;
    const unfinished = [...young.values(), ...bodies.values()].filter(
      ({ address, raw: other }) => address === ip && !other.complete,
    );
    if (unfinished.length >= maxPerAddress)
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'Too many uploads at once from this address. Try again shortly.',
        {
          retryAfterSeconds: 5,
        },
      );
    young.set(raw, { raw, address: ip, bytes: 0 });
  });
  app.addHook('onResponse', async ({ raw }) => {
    young.delete(raw);
    bodies.delete(raw);
  });
}
