import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** What pg's connection can do beside what its types say. */
type CopyConnection = {
  readonly stream: Duplex;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** Sends bytes to a `COPY … FROM STDIN`, no faster than PostgreSQL takes them. */
class CopyIn implements pg.Submittable {
  readonly #statement: string;
  readonly #source: AsyncIterable<Buffer>;
  readonly #done = Promise.withResolvers<number>();
  readonly #ended = new AbortController();
  #sourceError: unknown = null;
  #error: Error | null = null;
  #rowCount = 0;

  constructor(statement: string, source: AsyncIterable<Buffer>) {
    this.#statement = statement;
    this.#source = source;
  }

  get done(): Promise<number> {
    return this.#done.promise;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rowCount = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#ended.abort();
    this.#done.reject(this.#sourceError ?? error);
  }

  handleReadyForQuery(): void {
    this.#ended.abort();
    if (this.#error === null) this.#done.resolve(this.#rowCount);
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { signal } = this.#ended;
    try {
      for await (const chunk of this.#source) {
        if (signal.aborted) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal });
      }
      connection.endCopyFrom();
    } catch (error) {
      if (signal.aborted) return;
      this.#sourceError = error;
      connection.sendCopyFail('The source broke off');
    }
  }
}

/** Runs a `COPY … FROM STDIN` with these bytes; resolves with the number of rows. Throws what the source throws. */
export function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return client.query(new CopyIn(statement, source)).done;
}
