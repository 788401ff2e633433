import {
  builtInNames,
  maxCustomFields,
  type CustomChoice,
  type CustomField,
  type CustomFieldKind,
} from '@handover/contract/custom-fields.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { fold } from '#lib/text.ts';
import { listCustomFields } from '#platform/customers/custom-fields.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  deleteFieldRow,
  findFieldNamed,
  insertField,
  lockFields,
  setPositions,
  updateFieldRow,
} from './custom-fields.queries.ts';
import { countUse, countValues } from './custom-values.queries.ts';
import { dropQueue } from './drop-values.job.ts';
import { removeFromViews } from './view-traces.ts';

type WantedChoice = { readonly id?: string | undefined; readonly label: string };
type FieldUse = { id: string; customers: number; choices: { id: string; customers: number }[] };

/** How many customers have a value in each field, and which choice. */
export async function getFieldUse({ db }: Work, { workspaceId }: Member): Promise<FieldUse[]> {
  const counts = await countUse(db, workspaceId);
  const fields = await listCustomFields(db, { workspaceId });
  return fields.map(({ id, choices }) => {
    // Values of a choice that has just been removed are on their way out.
    const own = counts.filter(
      ({ field_id, choice_id }) =>
        field_id === id && (choice_id === null || choices.some((choice) => choice.id === choice_id)),
    );
    return {
      id,
      customers: own.reduce((sum, { count }) => sum + count, 0),
      choices: choices.map((choice) => ({
        id: choice.id,
        customers: own.find((row) => row.choice_id === choice.id)?.count ?? 0,
      })),
    };
  });
}

/** Adds a field behind the others. Throws CONFLICT for a name that is taken, INVALID_INPUT, RULE_BROKEN past the limit. */
export async function createField(
  work: Work,
  actor: Member,
  { name, kind, choices }: { name: string; kind: CustomFieldKind; choices: readonly WantedChoice[] },
): Promise<CustomField> {
  const { workspaceId } = actor;
  await lockFields(work.db, workspaceId);
  const before = await listCustomFields(work.db, { workspaceId });
  if (before.length >= maxCustomFields)
    throw new AppError(
      'RULE_BROKEN',
      `A workspace has at most ${String(maxCustomFields)} fields of its own. Delete one first.`,
    );
  await checkName(work, { workspaceId, name, exceptId: null });
  const id = newId();
  const made = toChoices(kind, choices, []);
  await insertField(work.db, {
    workspaceId,
    id,
    name,
    nameKey: fold(name),
    kind,
    choices: made,
    now: work.now,
  });
  tell(work, actor, { name, kind });
  return loadField(work, actor, id);
}

/**
 * Changes a field; customers lose the choices that are left out, soon after. Throws NOT_FOUND, STALE_VERSION with the
 * field as it stands, CONFLICT for a name that is taken, INVALID_INPUT.
 */
export async function changeField(
  work: Work,
  actor: Member,
  {
    id,
    version,
    ...change
  }: {
    id: string;
    version: number;
    name?: string | undefined;
    choices?: readonly WantedChoice[] | undefined;
    isArchived?: boolean | undefined;
  },
): Promise<CustomField> {
  const { workspaceId } = actor;
  await lockFields(work.db, workspaceId);
  const before = await loadField(work, actor, id);
  const name = change.name ?? before.name;
  await checkName(work, { workspaceId, name, exceptId: id });
  const choices =
    change.choices === undefined ? before.choices : toChoices(before.kind, change.choices, before.choices);
  const isArchived = change.isArchived ?? before.isArchived;
  const written = { workspaceId, id, version, name, nameKey: fold(name), choices, isArchived, now: work.now };
  if (!(await updateFieldRow(work.db, written))) throw staleVersion(before);
  const removed = before.choices.filter((choice) => !choices.some((kept) => kept.id === choice.id));
  const choiceIds = removed.map((choice) => choice.id);
  const customers =
    removed.length === 0 ? 0 : await disconnect(work, { workspaceId, fieldId: id, choiceIds });
  for (const choiceId of choiceIds) await removeFromViews(work.db, { workspaceId, fieldId: id, choiceId });
  tell(work, actor, {
    from: before.name,
    to: name,
    ...(isArchived !== before.isArchived && { isArchived }),
    ...(removed.length > 0 && { removed: removed.map(({ label }) => label), customers }),
  });
  return loadField(work, actor, id);
}

/** Puts the fields in the order of their ids. Throws INVALID_INPUT unless each is named once. */
export async function orderFields(work: Work, actor: Member, ids: readonly string[]): Promise<CustomField[]> {
  const { workspaceId } = actor;
  await lockFields(work.db, workspaceId);
  const known = (await listCustomFields(work.db, { workspaceId })).map(({ id }) => id);
  if (ids.length !== known.length || !known.every((id) => ids.includes(id)))
    throw invalidField('ids', 'Name each field once; they have changed meanwhile.');
  await setPositions(work.db, { workspaceId, ids });
  tell(work, actor, {});
  return listCustomFields(work.db, { workspaceId });
}

/** Deletes a field, in saved views too; its values go soon after. Throws NOT_FOUND. */
export async function deleteField(work: Work, actor: Member, id: string): Promise<void> {
  const { workspaceId } = actor;
  await lockFields(work.db, workspaceId);
  const { name } = await loadField(work, actor, id);
  await deleteFieldRow(work.db, { workspaceId, id });
  const customers = await disconnect(work, { workspaceId, fieldId: id, choiceIds: null });
  await removeFromViews(work.db, { workspaceId, fieldId: id, choiceId: null });
  tell(work, actor, { name, customers });
}

/** Has the values of a field, or of some choices, taken from customers in the background. Returns how many lose one. */
async function disconnect(
  work: Work,
  values: { workspaceId: string; fieldId: string; choiceIds: string[] | null },
): Promise<number> {
  const customers = await countValues(work.db, values);
  if (customers > 0) await work.enqueue(dropQueue, values);
  return customers;
}

async function loadField({ db }: Work, { workspaceId }: Member, id: string): Promise<CustomField> {
  const field = (await listCustomFields(db, { workspaceId })).find((one) => one.id === id);
  if (field === undefined) throw notFound('field');
  return field;
}

async function checkName(
  { db }: Work,
  { workspaceId, name, exceptId }: { workspaceId: string; name: string; exceptId: string | null },
): Promise<void> {
  if (builtInNames.some((builtIn) => asHeading(builtIn) === asHeading(name)))
    throw invalidField('name', 'Every customer has a field of this name already');
  if (await findFieldNamed(db, { workspaceId, nameKey: fold(name), exceptId }))
    throw new AppError('CONFLICT', 'There is a field of this name.', {
      errors: [{ path: 'name', message: 'Taken: choose another name' }],
    });
}

/** As the import compares headings. */
function asHeading(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The choices of a field, new ones with an id of their own. Throws INVALID_INPUT. */
function toChoices(
  kind: CustomFieldKind,
  wanted: readonly WantedChoice[],
  known: readonly CustomChoice[],
): CustomChoice[] {
  if ((kind === 'choice') !== wanted.length > 0)
    throw invalidField(
      'choices',
      kind === 'choice' ? 'Give at least one choice' : 'Only a field of choices has them',
    );
  const ids = wanted.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length || ids.some((id) => !known.some((choice) => choice.id === id)))
    throw invalidField('choices', 'Names a choice twice, or one that is not there');
  return wanted.map(({ id, label }) => ({ id: id ?? newId(), label }));
}

/** Lists, records and forms on open pages follow. */
function tell(work: Work, { workspaceId }: Member, facts: Record<string, unknown>): void {
  work.audit(facts);
  work.publish({ workspaceId, noun: 'customer', id: workspaceId });
}
