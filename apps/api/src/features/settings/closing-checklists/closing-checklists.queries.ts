import type { ChecklistType, ClosingChecklist } from '@handover/contract/deals/closing-checklists.ts';
import type { Db } from '#db/client.ts';
import { checklistColumns, toSourceColumns, toClosingChecklist } from '../settings.public.ts';

type ChecklistKey = { workspaceId: string; type: ChecklistType };

/** The checklist of a type without its version. */
export type ChecklistValues = Pick<ClosingChecklist, 'items' | 'source' | 'asOf' | 'confidence' | 'note'>;

/** Null if the workspace has no such row. */
export async function findChecklist(
  db: Db,
  { workspaceId, type }: ChecklistKey,
): Promise<ClosingChecklist | null> {
  const row = await db
    .selectFrom('closing_checklists')
    .select(checklistColumns)
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .executeTakeFirst();
  return row === undefined ? null : toClosingChecklist(row);
}

/** Returns the changed checklist, or null if the version is stale. */
export async function setChecklist(
  db: Db,
  { workspaceId, type, version, values }: ChecklistKey & { version: number; values: ChecklistValues },
): Promise<ClosingChecklist | null> {
  const { items } = values;
  const row = await db
    .updateTable('closing_checklists')
    .set((eb) => ({
      items: JSON.stringify(items),
      ...toSourceColumns(values),
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('version', '=', version)
    .returning(checklistColumns)
    .executeTakeFirst();
  return row === undefined ? null : toClosingChecklist(row);
}
