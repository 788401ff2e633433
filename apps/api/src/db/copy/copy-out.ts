import { Readable } from 'node:stream';
import type pg from 'pg';

const blockBytes = 64 * 1024;

/**
 * The bytes that a `COPY … TO STDOUT` sends, as a stream that lets PostgreSQL wait for a slow reader.
 * pg knows the messages of COPY, but has no query that takes them.
 */
class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string;
  #connection: pg.Connection | null = null;
  #rows: Buffer[] = [];
  #bytes = 0;
  #rowCount = 0;

  constructor(statement: string) {
    super({ highWaterMark: blockBytes });
    this.#statement = statement;
  }

  /** Known once the stream has ended. */
  get rowCount(): number {
    return this.#rowCount;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser uses its buffer again for the next packet.
    this.#rows.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes >= blockBytes) this.#flush();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rowCount = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    if (this.destroyed) return;
    this.#flush();
    this.push(null);
  }

  handleError(error: Error): void {
    this.#connection?.stream.resume();
    this.destroy(error);
  }

  #flush(): void {
    if (this.#bytes === 0) return;
    const block = Buffer.concat(this.#rows);
    this.#rows = [];
    this.#bytes = 0;
    if (!this.push(block)) this.#connection?.stream.pause();
  }
}

/** Runs a `COPY … TO STDOUT`; whoever does not read to the end has to close the connection. */
export function copyOut(client: pg.Client, statement: string): Readable & { readonly rowCount: number } {
  return client.query(new CopyOut(statement));
}
