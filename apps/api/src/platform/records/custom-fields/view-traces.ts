import { readCondition, toCustomKey } from '@handover/contract/custom-filter.ts';
import { viewSettings, type ViewSettings } from '@handover/contract/saved-views.ts';
import { safeParse } from 'zod/mini';
import type { Db } from '#db/client.ts';

type Trace = {
  readonly workspaceId: string;
  readonly fieldId: string;
  /** Only what asks for this choice; the whole field when it is null. */
  readonly choiceId: string | null;
};

/** Takes a field, or one choice of it, out of the saved views of a workspace: their other filters and columns stay. */
export async function removeFromViews(db: Db, trace: Trace): Promise<void> {
  const views = await db
    .selectFrom('saved_views')
    .select(['id', 'settings'])
    .where('workspace_id', '=', trace.workspaceId)
    .where((eb) => eb(eb.cast<string>('settings', 'text'), 'like', `%${trace.fieldId}%`))
    .execute();
  for (const { id, settings } of views) {
    const { success, data } = safeParse(viewSettings, settings);
    if (success)
      await db
        .updateTable('saved_views')
        .set({ settings: JSON.stringify(without(data, trace)) })
        .where('workspace_id', '=', trace.workspaceId)
        .where('id', '=', id)
        .execute();
  }
}

function without(settings: ViewSettings, { fieldId, choiceId }: Trace): ViewSettings {
  const { custom, ...filter } = settings.filter;
  const kept = [custom ?? []].flat().filter((text) => {
    const condition = readCondition(text);
    return condition?.fieldId !== fieldId || (choiceId !== null && condition.value !== choiceId);
  });
  const key: string = toCustomKey(fieldId);
  const sort = settings.sort?.split(',').filter((part) => part !== key && part !== `-${key}`) ?? [];
  const isGone = choiceId === null;
  return {
    ...settings,
    filter: kept.length === 0 ? filter : { ...filter, custom: kept },
    sort: isGone ? sort.join(',') || null : settings.sort,
    columns: isGone ? (settings.columns?.filter((column) => column !== key) ?? null) : settings.columns,
  };
}
