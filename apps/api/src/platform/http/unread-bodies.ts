import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const maxDrainedBytes = 32 * 1024 * 1024;
const maxDrainMs = 10_000;
/** Time for a sender to read the answer and stop. */
const lingerMs = 2_000;

/**
 * Reads the rest of a body that was rejected before its end, because many clients read no response while they send. The
 * connection then serves the next request. After 32 MB or 10 s the answer closes it.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply, payload) => {
    if (!isUnread(raw)) return payload;
    const isTooLong = Number(headers['content-length'] ?? 0) > maxDrainedBytes;
    if (await drain(raw, isTooLong ? 0 : maxDrainMs)) void reply.removeHeader('connection');
    else {
      void reply.header('connection', 'close');
      closeSlowly(raw.socket);
    }
    return payload;
  });
}

function isUnread({ headers, complete, readableEnded, destroyed }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return hasBody && !complete && !readableEnded && !destroyed;
}

/** Discards what arrives. Returns whether the body has ended in time and within the size. */
function drain(raw: IncomingMessage, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let size = 0;
    const timeout = setTimeout(() => resolve(false), timeoutMs);
    const end = (): void => {
      clearTimeout(timeout);
      resolve(raw.complete || raw.readableEnded);
    };
    // Reads instead of flowing: an upload's iterator may still listen, which keeps the stream from flowing.
    const discard = (): void => {
      for (let chunk: unknown = raw.read(); chunk instanceof Buffer; chunk = raw.read()) size += chunk.length;
      if (size > maxDrainedBytes) resolve(false);
    };
    raw.on('readable', discard).once('end', end).once('close', end).on('error', end);
    discard();
  });
}

/**
 * Lets Node close the connection after the answer in two steps: closing immediately, with unread bytes, would reset it
 * and lose the response.
 */
function closeSlowly(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
