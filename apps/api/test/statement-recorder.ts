import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** A statement as the driver was given it; dates stand as their ISO text. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

const file = process.env['STATEMENTS_FILE'];
if (file !== undefined) record(file);

/**
 * Loaded before the server (`node --import`), this appends every statement of the app's own pool to
 * `STATEMENTS_FILE`, a JSON line each, before it is executed. Job queue and live channel are left out.
 */
function record(path: string): void {
  const execute = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const recorded = function (this: pg.Client, ...given: unknown[]): unknown {
    const [query, values = []] = given;
    const text = typeof query === 'string' ? query : textOf(query);
    const { connectionParameters } = this as unknown as { connectionParameters: Record<string, unknown> };
    if (text !== null && connectionParameters['application_name'] === 'handover')
      appendFileSync(path, `${JSON.stringify({ text, values: Array.isArray(values) ? values : [] })}\n`);
    return execute.apply(this, given);
  };
  Object.assign(pg.Client.prototype, { query: recorded });
}

function textOf(query: unknown): string | null {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : null;
}
