import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** A statement as the driver was given it. In a file, dates stand as their ISO text. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

const file = process.env['STATEMENTS_FILE'];
// Loaded before the server (`node --import`), this takes down all that it executes, a JSON line each.
if (file !== undefined)
  recordStatements((statement) => appendFileSync(file, `${JSON.stringify(statement)}\n`));

/**
 * Tells every statement of the requests' pool in this process before it is executed, until the
 * returned function is called. Job queue and live channel are left out.
 */
export function recordStatements(onStatement: (statement: Statement) => void): () => void {
  const execute = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const recorded = function (this: pg.Client, ...given: unknown[]): unknown {
    const [query, values = []] = given;
    const text = typeof query === 'string' ? query : textOf(query);
    const { connectionParameters } = this as unknown as { connectionParameters: Record<string, unknown> };
    if (text !== null && connectionParameters['application_name'] === 'handover-requests')
      onStatement({ text, values: Array.isArray(values) ? values : [] });
    return execute.apply(this, given);
  };
  Object.assign(pg.Client.prototype, { query: recorded });
  return () => void Object.assign(pg.Client.prototype, { query: execute });
}

function textOf(query: unknown): string | null {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : null;
}
