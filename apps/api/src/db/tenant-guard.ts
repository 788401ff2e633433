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
 * and nowhere names `workspace_id`. It looks at the shape of the statement, not at its values.
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

function inspect(root: RootOperationNode): Findings {
  const findings: Findings = { tenantTable: null, namesWorkspace: false };
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (Array.isArray(node)) for (const item of node) pending.push(item);
    else if (isRecord(node)) {
      note(node, findings);
      for (const [key, child] of Object.entries(node)) {
        // What a statement returns or selects does not restrict it.
        if (key !== 'selections' && key !== 'returning') pending.push(child);
        else pending.push(subqueries(child));
      }
    }
  }
  return findings;
}

function note(node: Record<string, unknown>, findings: Findings): void {
  if (node['kind'] === 'SchemableIdentifierNode') {
    const name = nameOf(node['identifier']);
    if (Object.hasOwn(tenantTables, name)) findings.tenantTable = name;
  } else if (node['kind'] === 'ColumnNode') {
    if (nameOf(node['column']) === 'workspace_id') findings.namesWorkspace = true;
  } else if (node['kind'] === 'RawNode') {
    const fragments = node['sqlFragments'];
    if (Array.isArray(fragments) && fragments.some((part) => String(part).includes('workspace_id')))
      findings.namesWorkspace = true;
  }
}

/** Selected expressions may hold whole statements, which count. */
function subqueries(selections: unknown): unknown[] {
  return Array.isArray(selections)
    ? selections.filter((item) => JSON.stringify(item).includes('"SelectQueryNode"'))
    : [];
}

function nameOf(identifier: unknown): string {
  return isRecord(identifier) && typeof identifier['name'] === 'string' ? identifier['name'] : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
