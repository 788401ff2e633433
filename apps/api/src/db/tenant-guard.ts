import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { isObject } from '#lib/objects.ts';
import { tenantTables } from './schema/database.ts';

/**
 * Second line of defense after the composite keys: throws on a statement that uses a tenant table without
 * comparing `workspace_id` to a value. It checks the structure of built and raw SQL, not the values.
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
/** The end of raw SQL before a bound value. */
const rawComparison = /\bworkspace_id"?\s*(?:=|IN\s*\(|=\s*ANY\s*\()\s*$/i;
const rawInsert = /INSERT\s+INTO\s+\w+\s*\([^)]*\bworkspace_id\b/i;

function inspect(root: RootOperationNode): Findings {
  const findings: Findings = { tenantTable: null, namesWorkspace: false };
  const pending: unknown[] = [root];
  // One comparison is enough; most statements have it near their root.
  while (pending.length > 0 && !findings.namesWorkspace) {
    const node = pending.pop();
    if (Array.isArray(node)) for (const item of node) pending.push(item);
    else if (isObject(node)) {
      collectFindings(node, findings);
      for (const child of Object.values(node)) pending.push(child);
    }
  }
  return findings;
}

function collectFindings(node: Record<string, unknown>, findings: Findings): void {
  if (node['kind'] === 'SchemableIdentifierNode') {
    const name = getIdentifierName(node['identifier']);
    if (Object.hasOwn(tenantTables, name)) findings.tenantTable = name;
  } else if (node['kind'] === 'BinaryOperationNode') {
    if (isWorkspaceColumn(node['leftOperand']) && isValue(node['rightOperand']))
      findings.namesWorkspace = true;
  } else if (node['kind'] === 'InsertQueryNode') {
    if (toList(node['columns']).some(isWorkspaceColumn)) findings.namesWorkspace = true;
  } else if (node['kind'] === 'RawNode') {
    collectRawFindings(node, findings);
  }
}

function collectRawFindings(node: Record<string, unknown>, findings: Findings): void {
  const fragments = toList(node['sqlFragments']).map(String);
  // Raw inserts list their columns in the text.
  findings.namesWorkspace ||=
    fragments.slice(0, -1).some((fragment) => rawComparison.test(fragment)) ||
    fragments.some((fragment) => rawInsert.test(fragment));
  // Last, because a statement that names its workspace may use any table.
  if (!findings.namesWorkspace)
    findings.tenantTable = rawTable.exec(fragments.join('?'))?.[1] ?? findings.tenantTable;
}

/** The column, with or without its table. */
function isWorkspaceColumn(node: unknown): boolean {
  if (!isObject(node)) return false;
  if (node['kind'] === 'ReferenceNode') return isWorkspaceColumn(node['column']);
  return node['kind'] === 'ColumnNode' && getIdentifierName(node['column']) === 'workspace_id';
}

/** A bound or computed value. Another column does not count: a join on equal workspaces restricts nothing. */
function isValue(node: unknown): boolean {
  return isObject(node) && node['kind'] !== 'ReferenceNode' && node['kind'] !== 'ColumnNode';
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function getIdentifierName(identifier: unknown): string {
  return isObject(identifier) && typeof identifier['name'] === 'string' ? identifier['name'] : '';
}
