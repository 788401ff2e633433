import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export type Receiver = {
  readonly url: string;
  all(): readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  close(): Promise<void>;
};

/** A real HTTP server on loopback that accepts any POST. */
export async function startReceiver(): Promise<Receiver> {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.end('taken');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    all: () => received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
