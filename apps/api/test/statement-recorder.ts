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
    const { connectionParameters } = this as unknown as { connectionParameters: Record<string, unknown> };
    if (connectionParameters['application_name'] === 'handover-requests')
      for (const statement of statementsOf(given)) onStatement(statement);
    return execute.apply(this, given);
  };
  Object.assign(pg.Client.prototype, { query: recorded });
  return () => void Object.assign(pg.Client.prototype, { query: execute });
}

/** The driver is given text, or a batch of statements. */
function statementsOf([query]: unknown[]): readonly Statement[] {
  if (typeof query === 'string') return [{ text: query, values: [] }];
  return (query as { readonly statements: readonly Statement[] }).statements;
}
