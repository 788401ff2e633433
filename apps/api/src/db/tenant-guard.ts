import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { tenantTables } from './schema/database.ts';

/**
 * Second line of defence behind the composite keys: throws on a statement that touches a tenant table
 * and nowhere compares `workspace_id` with a value. It looks at the shape of the statement, written with
 * the builder or as raw SQL, and not at its values.
 */
export class TenantGuard implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    const seen = inspect(node);
    if (seen.tenantTable !== null && !seen.namesWorkspace) {
      throw new Error(`A statement on ${seen.tenantTable} does not name its workspace_id`);
    }
    return node;
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

type Findings = { tenantTable: string | null; namesWorkspace: boolean };

const rawTable = new RegExp(
  `\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+(?:ONLY\\s+)?"?(${Object.keys(tenantTables).join('|')})\\b`,
  'i',
);
/** The end of a piece of raw SQL that a bound value follows. */
const rawComparison = /\bworkspace_id"?\s*(?:=|IN\s*\(|=\s*ANY\s*\()\s*$/i;
const rawInsert = /INSERT\s+INTO\s+\w+\s*\([^)]*\bworkspace_id\b/i;

function inspect(root: RootOperationNode): Findings {
  const findings: Findings = { tenantTable: null, namesWorkspace: false };
  const pending: unknown[] = [root];
  // One comparison is enough, and most statements have it near their root.
  while (pending.length > 0 && !findings.namesWorkspace) {
    const node = pending.pop();
    if (Array.isArray(node)) for (const item of node) pending.push(item);
    else if (isRecord(node)) {
      note(node, findings);
      for (const child of Object.values(node)) pending.push(child);
    }
  }
  return findings;
}

function note(node: Record<string, unknown>, findings: Findings): void {
  if (node['kind'] === 'SchemableIdentifierNode') {
    const name = nameOf(node['identifier']);
    if (Object.hasOwn(tenantTables, name)) findings.tenantTable = name;
  } else if (node['kind'] === 'BinaryOperationNode') {
    if (isWorkspaceColumn(node['leftOperand']) && isValue(node['rightOperand']))
      findings.namesWorkspace = true;
  } else if (node['kind'] === 'InsertQueryNode') {
    if (listOf(node['columns']).some(isWorkspaceColumn)) findings.namesWorkspace = true;
  } else if (node['kind'] === 'RawNode') {
    noteRaw(node, findings);
  }
}

function noteRaw(node: Record<string, unknown>, findings: Findings): void {
  const fragments = listOf(node['sqlFragments']).map(String);
  // Raw inserts name their columns in the text.
  findings.namesWorkspace ||=
    fragments.slice(0, -1).some((fragment) => rawComparison.test(fragment)) ||
    fragments.some((fragment) => rawInsert.test(fragment));
  // Looked for last: a statement that names its workspace may touch any table.
  if (!findings.namesWorkspace)
    findings.tenantTable = rawTable.exec(fragments.join('?'))?.[1] ?? findings.tenantTable;
}

/** A column, bare or behind its table. */
function isWorkspaceColumn(node: unknown): boolean {
  if (!isRecord(node)) return false;
  if (node['kind'] === 'ReferenceNode') return isWorkspaceColumn(node['column']);
  return node['kind'] === 'ColumnNode' && nameOf(node['column']) === 'workspace_id';
}

/** Something bound or computed, and not another column: a join on equal workspaces restricts nothing. */
function isValue(node: unknown): boolean {
  return isRecord(node) && node['kind'] !== 'ReferenceNode' && node['kind'] !== 'ColumnNode';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function nameOf(identifier: unknown): string {
  return isRecord(identifier) && typeof identifier['name'] === 'string' ? identifier['name'] : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
