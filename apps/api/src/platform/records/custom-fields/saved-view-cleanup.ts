import { isDeepStrictEqual } from 'node:util';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { parseCustomFieldKey, readCondition } from '@handover/contract/records/custom-filter.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { viewSettings, type ViewSettings } from '@handover/contract/records/saved-views.ts';
import { safeParse } from 'zod/mini';
import { updateVersion } from '#db/statements/update-version.ts';
import type { Work } from '#platform/work.ts';
import { listCustomFields } from './custom-fields.queries.ts';

/** The settings of a view without deleted fields and choices: its other filters, sort keys, and columns are kept. */
export function withoutDeleted(settings: ViewSettings, fields: readonly CustomField[]): ViewSettings {
  const isKnown = (key: string): boolean => {
    const fieldId = parseCustomFieldKey(key.replace(/^-/, ''));
    return fieldId === null || fields.some(({ id }) => id === fieldId);
  };
  const { custom = [], ...filter } = settings.filter;
  const conditions = [custom].flat().filter((text) => {
    const condition = readCondition(text);
    const field = fields.find(({ id }) => id === condition?.fieldId);
    if (field?.kind !== 'choice' || condition?.operator !== 'is') return field !== undefined;
    return field.choices.some(({ id }) => id === condition.value);
  });
  return {
    ...settings,
    filter: conditions.length === 0 ? filter : { ...filter, custom: conditions },
    sort: settings.sort?.split(',').filter(isKnown).join(',') || null,
    columns: settings.columns?.filter(isKnown) ?? null,
  };
}

/** Removes a deleted field, or its deleted choices, from the saved views that use it. */
export async function removeFromViews(
  { db, now, publish }: Work,
  { workspaceId, recordType, id: fieldId }: { workspaceId: string; recordType: RecordType; id: string },
): Promise<void> {
  const fields = await listCustomFields(db, { workspaceId, recordType });
  const views = await db
    .selectFrom('saved_views')
    .select(['id', 'settings', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb(eb.cast<string>('settings', 'text'), 'like', `%${fieldId}%`))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, settings: stored, version } of views) {
    const { success, data } = safeParse(viewSettings, stored);
    const settings = success ? withoutDeleted(data, fields) : null;
    if (settings === null || isDeepStrictEqual(settings, data)) continue;
    const change = { settings: JSON.stringify(settings), updated_at: now };
    await updateVersion(db, 'saved_views', { workspaceId, id, version, change });
    publish({ workspaceId, noun: 'view', id, version: version + 1 });
  }
}
