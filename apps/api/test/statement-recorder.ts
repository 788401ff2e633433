import { appendFileSync } from 'node:fs';
import pg from 'pg';
import type { Statement } from '#db/statements/prepared-statement.ts';

const file = process.env['STATEMENTS_FILE'];
// Loaded before the server (`node --import`), this writes each statement that it executes as a line of JSON.
if (file !== undefined)
  recordStatements((statement) => appendFileSync(file, `${JSON.stringify(statement)}\n`));

/**
 * Calls back with every statement of the requests' pool in this process before it is executed, until the
 * returned function is called. The job queue and the live channel are left out.
 */
export function recordStatements(onStatement: (statement: Statement) => void): () => void {
  const execute = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const recorded = function (this: pg.Client, ...given: unknown[]): unknown {
    const { connectionParameters } = this as unknown as { connectionParameters: Record<string, unknown> };
    if (connectionParameters['application_name'] === 'handover-requests')
      for (const statement of getStatements(given)) onStatement(statement);
    return execute.apply(this, given);
  };
  Object.assign(pg.Client.prototype, { query: recorded });
  return () => void Object.assign(pg.Client.prototype, { query: execute });
}

/** The driver gets text or a batch of statements. */
function getStatements([query]: unknown[]): readonly Statement[] {
  if (typeof query === 'string') return [{ text: query, values: [], prepared: null }];
  return (query as { readonly statements: readonly Statement[] }).statements;
}

/** A column compared with itself. */
const selfComparison =
  /(?<![\w."])"?(\w+)"?\."?(\w+)"? *(?:=|<>|[<>]=?|IS (?:NOT )?DISTINCT FROM) *"?\1"?\."?\2"?(?!\w)/i;

const isChecking = Symbol.for('self comparisons are refused');

/**
 * From now on, a statement of the requests' pool fails if it compares a column with itself: then an expression got into
 * a query with a table of the same name, which hides its own, and the condition is always true.
 */
export function refuseSelfComparisons(): void {
  if (Object.hasOwn(pg.Client.prototype, isChecking)) return;
  Object.assign(pg.Client.prototype, { [isChecking]: true });
  const accepted = new Set<string>();
  recordStatements(({ text }) => {
    if (accepted.has(text)) return;
    if (selfComparison.test(text)) throw new Error(`A column is compared with itself: ${text}`);
    accepted.add(text);
  });
}
