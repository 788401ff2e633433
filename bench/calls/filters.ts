import { runStatement } from '../../packages/testing/src/database.ts';
import type { RunningBench } from '../running.ts';
import type { Session } from './http-load.ts';

/** A tag, and a custom field with the value that some customers have. */
export type Filters = { readonly tagId: string; readonly fieldId: string; readonly value: string };

const name = 'Measured';
const value = '12';

/** Assigns 5% of customers each to the staff member, a tag, and a custom field; staff see their own customers. */
export async function prepareFilters({ session, connectionString }: RunningBench): Promise<void> {
  await session.write('/tags', { name });
  await session.write('/custom-fields', { name, kind: 'number' });
  const { tagId, fieldId } = await findFilters(session);
  const { workspaceId, userIds } = session;
  const some = (what: string): string =>
    `workspace_id = '${workspaceId}' AND hashtext(id::text || '${what}') % 20 = 0`;
  for (const statement of [
    `UPDATE workspaces SET record_scope = 'own' WHERE id = '${workspaceId}'`,
    `UPDATE customers SET broker_id = '${userIds.staff}' WHERE ${some('broker')}`,
    `UPDATE customers SET custom = custom || '{"${fieldId}": ${value}}' WHERE ${some('field')}`,
    `INSERT INTO customer_tags (workspace_id, customer_id, tag_id)
      SELECT workspace_id, id, '${tagId}' FROM customers WHERE ${some('tag')}`,
  ])
    await runStatement(connectionString, statement);
}

export async function findFilters(session: Session): Promise<Filters> {
  const { tags } = await session.read<{ tags: NamedItem[] }>('/tags');
  const { customFields } = await session.read<{ customFields: NamedItem[] }>('/custom-fields');
  return { tagId: getFirstId(tags), fieldId: getFirstId(customFields), value };
}

type NamedItem = { readonly id: string; readonly name: string };

function getFirstId(found: readonly NamedItem[]): string {
  const one = found.find((item) => item.name === name);
  if (one === undefined) throw new Error(`Nothing is named ${name}`);
  return one.id;
}
