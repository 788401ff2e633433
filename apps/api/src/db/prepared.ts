import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* prepared */';

/**
 * Ends a statement that every request executes. Its connection keeps it parsed and planned: planning is
 * most of what such a statement costs. Only for look-ups by key and inserts, since one plan then serves all values.
 */
export const prepared = sql.raw<never>(mark);

/** Sends statements that end in the mark by a name, under which the server keeps them. */
export function keepPrepared(client: pg.PoolClient): void {
  const query = (...[text, ...rest]: unknown[]): unknown => {
    const isKept = typeof text === 'string' && text.endsWith(mark);
    const statement = isKept ? { name: nameOf(text), text } : text;
    return Reflect.apply(pg.Client.prototype.query, client, [statement, ...rest]);
  };
  Object.assign(client, { query });
}

/** The statement as anybody would send it. */
export function withoutMark(text: string): string {
  return text.endsWith(mark) ? text.slice(0, -mark.length) : text;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}
