import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Receiver = {
  readonly url: string;
  readonly received: readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** Applies to the next messages; later ones get 200. */
  answer(status: number, body: string, times?: number): void;
  /** Runs before the next message is answered. */
  beforeAnswer(act: () => Promise<void>): void;
  forget(): void;
  close(): Promise<void>;
};

/** A real HTTP server on loopback that stores the webhooks posted to it. */
export async function startReceiver(): Promise<Receiver> {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const upcoming: { status: number; body: string }[] = [];
  const beforeAnswers: (() => Promise<void>)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      const { status, body } = upcoming.shift() ?? { status: 200, body: 'ok' };
      const respond = () =>
        response.writeHead(status, status === 302 ? { location: 'http://10.0.0.1/' } : {}).end(body);
      void (beforeAnswers.shift()?.() ?? Promise.resolve()).then(respond, (error: Error) =>
        response.destroy(error),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    received,
    answer: (status, body, times = 1) =>
      void upcoming.push(...Array.from({ length: times }, () => ({ status, body }))),
    beforeAnswer: (act) => void beforeAnswers.push(act),
    forget: () => {
      received.length = 0;
      upcoming.length = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
