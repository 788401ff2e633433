import { fold } from '@handover/domain/text/fold.ts';
import { builtInNames } from '@handover/contract/records/built-in-names.ts';
import {
  maxCustomFields,
  type CustomChoice,
  type CustomField,
  type CustomFieldKind,
} from '@handover/contract/records/custom-fields.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { Records } from '../record.ts';
import {
  deleteFieldRow,
  findCustomField,
  insertField,
  isNameTaken,
  listCustomFields,
  lockFields,
  setPositions,
  updateFieldRow,
} from './custom-fields.queries.ts';
import { countUse, countValues } from './custom-values.queries.ts';
import { dropQueue } from './drop-values.job.ts';
import { removeFromViews } from './saved-view-cleanup.ts';

type ChoiceInput = { readonly id?: string | undefined; readonly label: string };
type FieldUse = { id: string; records: number; choices: { id: string; records: number }[] };

/** How many records have a value in each field, and which choice. */
export async function getFieldUse(
  { db }: Work,
  { workspaceId }: Member,
  { records, recordType }: { records: Records; recordType: RecordType },
): Promise<FieldUse[]> {
  const counts = await countUse(db, { workspaceId, table: records.get(recordType).table });
  const fields = await listCustomFields(db, { workspaceId, recordType });
  return fields.map(({ id, choices }) => {
    // Values of deleted choices remain until the job has removed them.
    const own = counts.filter(
      ({ field_id, choice_id }) =>
        field_id === id && (choice_id === null || choices.some((choice) => choice.id === choice_id)),
    );
    return {
      id,
      records: own.reduce((sum, { count }) => sum + count, 0),
      choices: choices.map((choice) => ({
        id: choice.id,
        records: own.find((row) => row.choice_id === choice.id)?.count ?? 0,
      })),
    };
  });
}

/** Adds a field after the others. Throws CONFLICT for a name that is taken, INVALID_INPUT, RULE_BROKEN past the limit. */
export async function createField(
  work: Work,
  actor: Member,
  input: {
    recordType: RecordType;
    name: string;
    kind: CustomFieldKind;
    choices: readonly ChoiceInput[];
  },
): Promise<CustomField> {
  const { workspaceId } = actor;
  const { recordType, name, kind } = input;
  await lockFields(work.db, workspaceId);
  const before = await listCustomFields(work.db, { workspaceId, recordType });
  if (before.length >= maxCustomFields)
    throw new AppError(
      'RULE_BROKEN',
      `You can have up to ${String(maxCustomFields)} custom fields. Delete one first.`,
    );
  await checkName(work, { workspaceId, recordType, name, exceptId: null });
  const id = newId();
  const choices = toChoices(kind, input.choices, []);
  const field = { workspaceId, id, recordType, name, nameKey: fold(name), kind, choices, now: work.now };
  await insertField(work.db, field);
  publishChange(work, actor, { recordType, facts: { name, kind } });
  return getField(work, actor, id);
}

/**
 * Changes a field; records lose removed choices soon after. Throws NOT_FOUND, STALE_VERSION with the current field,
 * CONFLICT for a name that is taken, INVALID_INPUT.
 */
export async function updateField(
  work: Work,
  actor: Member,
  {
    records,
    id,
    version,
    ...change
  }: {
    records: Records;
    id: string;
    version: number;
    name?: string | undefined;
    choices?: readonly ChoiceInput[] | undefined;
    isArchived?: boolean | undefined;
  },
): Promise<CustomField> {
  const { workspaceId } = actor;
  await lockFields(work.db, workspaceId);
  const before = await getField(work, actor, id);
  const { recordType } = before;
  const name = change.name ?? before.name;
  await checkName(work, { workspaceId, recordType, name, exceptId: id });
  const choices =
    change.choices === undefined ? before.choices : toChoices(before.kind, change.choices, before.choices);
  const isArchived = change.isArchived ?? before.isArchived;
  const written = { workspaceId, id, version, name, nameKey: fold(name), choices, isArchived, now: work.now };
  if (!(await updateFieldRow(work.db, written))) throw staleVersion(before);
  const removed = before.choices.filter((choice) => !choices.some(({ id: left }) => left === choice.id));
  const choiceIds = removed.map((choice) => choice.id);
  const count =
    removed.length === 0 ? 0 : await dropValues(work, { records, workspaceId, field: before, choiceIds });
  if (removed.length > 0) await removeFromViews(work, { workspaceId, recordType, id });
  publishChange(work, actor, {
    recordType,
    facts: {
      from: before.name,
      to: name,
      ...(isArchived !== before.isArchived && { isArchived }),
      ...(removed.length > 0 && { removed: removed.map(({ label }) => label), records: count }),
    },
  });
  return getField(work, actor, id);
}

/** Puts the fields in the order of these IDs. Throws INVALID_INPUT unless each is named once. */
export async function reorderFields(
  work: Work,
  actor: Member,
  { recordType, ids }: { recordType: RecordType; ids: readonly string[] },
): Promise<CustomField[]> {
  const { workspaceId } = actor;
  await lockFields(work.db, workspaceId);
  const fields = await listCustomFields(work.db, { workspaceId, recordType });
  if (ids.length !== fields.length || !fields.every(({ id }) => ids.includes(id)))
    throw invalidField('ids', 'The fields have changed. Reload the page and try again.');
  await setPositions(work.db, { workspaceId, ids });
  publishChange(work, actor, { recordType, facts: {} });
  return listCustomFields(work.db, { workspaceId, recordType });
}

/** Deletes a field, in saved views too; its values are removed soon after. Throws NOT_FOUND. */
export async function deleteField(
  work: Work,
  actor: Member,
  { records, id }: { records: Records; id: string },
): Promise<void> {
  const { workspaceId } = actor;
  await lockFields(work.db, workspaceId);
  const field = await getField(work, actor, id);
  await deleteFieldRow(work.db, { workspaceId, id });
  const count = await dropValues(work, { records, workspaceId, field, choiceIds: null });
  const { recordType, name } = field;
  await removeFromViews(work, { workspaceId, recordType, id });
  publishChange(work, actor, { recordType, facts: { name, records: count } });
}

/** Queues the removal of the values of a field, or of some choices. Returns how many records lose one. */
async function dropValues(
  work: Work,
  {
    records,
    workspaceId,
    field: { id: fieldId, recordType },
    choiceIds,
  }: { records: Records; workspaceId: string; field: CustomField; choiceIds: string[] | null },
): Promise<number> {
  const { table } = records.get(recordType);
  const count = await countValues(work.db, { table, workspaceId, fieldId, choiceIds });
  if (count > 0) await work.enqueue(dropQueue, { recordType, workspaceId, fieldId, choiceIds });
  return count;
}

async function getField({ db }: Work, { workspaceId }: Member, id: string): Promise<CustomField> {
  const field = await findCustomField(db, { workspaceId, id });
  if (field === undefined) throw notFound('field');
  return field;
}

type Name = { workspaceId: string; recordType: RecordType; name: string; exceptId: string | null };

async function checkName({ db }: Work, { name, ...key }: Name): Promise<void> {
  if (builtInNames[key.recordType]?.some((builtIn) => toHeading(builtIn) === toHeading(name)) === true)
    throw invalidField('name', 'A built-in field has this name');
  if (await isNameTaken(db, { ...key, nameKey: fold(name) }))
    throw new AppError('CONFLICT', 'A field with this name already exists.', {
      errors: [{ path: 'name', message: 'This name is already in use' }],
    });
}

/** Compared like the headings of an import. */
function toHeading(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The choices of a field; new choices get an id. Throws INVALID_INPUT. */
function toChoices(
  kind: CustomFieldKind,
  choices: readonly ChoiceInput[],
  existing: readonly CustomChoice[],
): CustomChoice[] {
  if ((kind === 'choice') !== choices.length > 0)
    throw invalidField(
      'choices',
      kind === 'choice' ? 'Add at least one choice' : 'Only fields of the kind “choice” have choices',
    );
  const ids = choices.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length || ids.some((id) => !existing.some((choice) => choice.id === id)))
    throw invalidField('choices', 'Each choice must be known and listed once');
  return choices.map(({ id, label }) => ({ id: id ?? newId(), label }));
}

/** Reloads lists, records, and forms on open pages. */
function publishChange(
  work: Work,
  { workspaceId }: Member,
  { recordType, facts }: { recordType: RecordType; facts: Record<string, unknown> },
): void {
  work.audit(facts);
  work.publish({ workspaceId, noun: recordType, id: workspaceId });
}
