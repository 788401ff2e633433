import { mentionPattern, type Note, type NoteKind } from '@handover/contract/records/notes.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { byMember, changeCounts, recordActivity, refreshLastContact } from '#platform/activities.ts';
import { notify } from '#platform/notifications.ts';
import { findMember } from '#platform/session/find-member.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize, can } from './notes.policy.ts';
import {
  findNoteRow,
  findReadableRecords,
  insertMentions,
  insertNote,
  replaceMentions,
  updateNoteRow,
  type NoteRow,
} from './notes.queries.ts';
import { quarantineNote, rescan, screenNote } from './quarantine-note.ts';
import { getActiveBusiness } from '#features/businesses/businesses.public.ts';
import { getActiveDeal } from '#features/deals/deals.public.ts';
import { explainMissing, getCustomerRef } from '#features/customers/customers.public.ts';

export type NewNoteInput = {
  readonly body: string;
  readonly kind: NoteKind;
  readonly occurredAt?: string | undefined;
  readonly durationMinutes?: number | null | undefined;
};
export type NoteChange = {
  readonly version: number;
  readonly body?: string | undefined;
  readonly isPinned?: boolean | undefined;
  readonly occurredAt?: string | undefined;
  readonly durationMinutes?: number | null | undefined;
};

/** The records that a note is attached to. */
type AttachedRecords = {
  readonly customerId: string | null;
  readonly businessId: string | null;
  readonly dealId: string | null;
};

const maxMentions = 50;
/** Clocks of devices differ by some minutes. */
const maxAheadMs = 5 * 60_000;
const activityTypes = { note: 'note.added', call: 'call.logged', meeting: 'meeting.logged' } as const;

/** Adds a note to one or several records, or logs a call or meeting. Throws NOT_FOUND for a record out of scope, RULE_BROKEN. */
export async function createNote(
  work: Work,
  actor: Member,
  { customerId, businessId, dealId, input }: AttachedRecords & { input: NewNoteInput },
): Promise<Note> {
  if (businessId !== null) await getActiveBusiness(work.db, actor, businessId);
  if (dealId !== null) await getActiveDeal(work.db, actor, dealId);
  const id = newId();
  const { shown, findings } = screenNote(input.body);
  const occurredAt = input.occurredAt === undefined ? work.now : readTime(work, input.occurredAt);
  const added = await insertNote(work.db, actor, {
    id,
    customerId,
    businessId,
    dealId,
    kind: input.kind,
    body: shown,
    occurredAt,
    durationMinutes: input.durationMinutes ?? null,
    now: work.now,
  });
  if (added === null)
    throw customerId === null ? notFound('business') : await explainMissing(work.db, actor, customerId);
  const quarantineId =
    findings.length === 0
      ? null
      : await quarantineNote(work, actor, { noteId: id, body: input.body, findings });
  const userIds = listMentions(shown);
  const mentions = await insertMentions(work.db, { workspaceId: actor.workspaceId, noteId: id, userIds });
  rejectUnauthorizedMentions(mentions, await notifyMentioned(work, actor, { noteId: id, mentions }));
  await recordActivity(
    work,
    {
      ...byMember(actor, customerId),
      businessId,
      dealId,
      type: activityTypes[input.kind],
      subject: { kind: 'note', id },
      occurredAt,
    },
    { notes: 1 },
  );
  return publishAndReload(work, actor, {
    ...added,
    author_name: actor.displayName,
    mentions,
    quarantine_id: quarantineId,
  });
}

/** When something happened. Throws INVALID_INPUT for a time to come, which would count as the last contact. */
function readTime({ now }: Work, text: string): Date {
  const time = new Date(text);
  if (time.getTime() > now.getTime() + maxAheadMs)
    throw invalidField('occurredAt', 'Enter a time in the past. For a later one, add a task.');
  return time;
}

/** Edits or pins a note. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN, STALE_VERSION with the current note. */
export async function updateNote(
  work: Work,
  actor: Member,
  { noteId, input }: { noteId: string; input: NoteChange },
): Promise<Note> {
  const { version, body, isPinned, occurredAt, durationMinutes } = input;
  const isPinOnly = body === undefined && occurredAt === undefined && durationMinutes === undefined;
  const before = authorize(
    actor,
    isPinOnly ? 'note:pin' : 'note:update',
    await findNoteRow(work.db, actor, noteId),
  );
  const shown = body === undefined ? undefined : await rescan(work, actor, { note: before, body });
  const change = {
    ...(shown === undefined ? {} : { body: shown }),
    ...(isPinned === undefined ? {} : { is_pinned: isPinned }),
    ...(occurredAt === undefined ? {} : { occurred_at: readTime(work, occurredAt) }),
    ...(durationMinutes === undefined ? {} : { duration_minutes: durationMinutes }),
  };
  const isCurrent = await updateNoteRow(work.db, {
    workspaceId: actor.workspaceId,
    noteId,
    version,
    change,
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(presentNote(actor, await loadNote(work, actor, noteId)));
  const { customer_id: customerId } = before;
  if (occurredAt !== undefined && customerId !== null)
    await refreshLastContact(work.db, { workspaceId: actor.workspaceId, customerId });
  if (shown !== undefined) {
    const { mentions, readers } = await setMentions(work, actor, { note: before, body: shown });
    rejectUnauthorizedMentions(mentions, readers);
  }
  return publishAndReload(work, actor, await loadNote(work, actor, noteId));
}

/** Restores released text to a note, and notifies the mentioned people who may read it. Throws STALE_VERSION. */
export async function releaseNote(
  work: Work,
  actor: Member,
  { noteId, body }: { noteId: string; body: string },
): Promise<void> {
  const note = await loadNote(work, actor, noteId);
  const key = { workspaceId: actor.workspaceId, noteId, now: work.now };
  const change = { body, quarantine_id: null };
  if (!(await updateNoteRow(work.db, { ...key, version: note.version, change }))) throw staleVersion(null);
  await setMentions(work, { ...actor, displayName: note.author_name }, { note, body });
  publishAndReload(work, actor, await loadNote(work, actor, noteId));
}

/** Soft-deletes a note. Throws NOT_FOUND, FORBIDDEN. */
export async function deleteNote(work: Work, actor: Member, noteId: string): Promise<void> {
  const note = authorize(actor, 'note:delete', await loadNote(work, actor, noteId));
  await setDeleted(work, actor, { note, isDeleted: true });
}

/** Restores a deleted note. Throws NOT_FOUND unless deleted, FORBIDDEN. */
export async function restoreNote(work: Work, actor: Member, noteId: string): Promise<Note> {
  const note = await findNoteRow(work.db, actor, noteId);
  if (note === null || note.deleted_at === null) throw notFound('note');
  authorize(actor, 'note:delete', note);
  await setDeleted(work, actor, { note, isDeleted: false });
  return presentNote(actor, await loadNote(work, actor, noteId));
}

export function presentNote(actor: Member, row: NoteRow): Note {
  return {
    id: row.id,
    customerId: row.customer_id,
    businessId: row.business_id,
    dealId: row.deal_id,
    kind: row.kind,
    body: row.body,
    occurredAt: row.occurred_at.toISOString(),
    durationMinutes: row.duration_minutes,
    author: { id: row.author_id, displayName: row.author_name },
    mentions: row.mentions,
    isPinned: row.is_pinned,
    quarantineId: row.quarantine_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities: { canUpdate: can(actor, 'note:update', row), canDelete: can(actor, 'note:delete', row) },
  };
}

async function loadNote(work: Work, actor: Member, noteId: string): Promise<NoteRow> {
  const row = await findNoteRow(work.db, actor, noteId);
  if (row === null || row.deleted_at !== null) throw notFound('note');
  return row;
}

function publishAndReload(work: Work, actor: Member, row: NoteRow): Note {
  work.publish({
    workspaceId: actor.workspaceId,
    noun: 'note',
    id: row.id,
    customerId: row.customer_id,
    businessId: row.business_id,
    dealId: row.deal_id,
    version: row.version,
  });
  return presentNote(actor, row);
}

async function setDeleted(
  work: Work,
  actor: Member,
  { note, isDeleted }: { note: NoteRow; isDeleted: boolean },
): Promise<void> {
  const { workspaceId } = actor;
  const isCurrent = await updateNoteRow(work.db, {
    workspaceId,
    noteId: note.id,
    version: note.version,
    change: { deleted_at: isDeleted ? work.now : null },
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(null);
  const { id, customer_id: customerId, business_id: businessId, deal_id: dealId } = note;
  if (customerId !== null) {
    await changeCounts(work, { workspaceId, customerId, counts: { notes: isDeleted ? -1 : 1 } });
    await refreshLastContact(work.db, { workspaceId, customerId });
  }
  work.publish({ workspaceId, noun: 'note', id, customerId, businessId, dealId });
}

/** Returns the newly mentioned people, and those of them who may read the note and were notified. */
async function setMentions(
  work: Work,
  actor: Member,
  { note, body }: { note: NoteRow; body: string },
): Promise<{ mentions: NoteRow['mentions']; readers: readonly Reader[] }> {
  const noteId = note.id;
  const all = await replaceMentions(work.db, {
    workspaceId: actor.workspaceId,
    noteId,
    userIds: listMentions(body),
  });
  const mentions = all.filter(({ id }) => !note.mentions.some((before) => before.id === id));
  return { mentions, readers: await notifyMentioned(work, actor, { noteId, mentions }) };
}

function listMentions(body: string): string[] {
  const ids = [...body.matchAll(mentionPattern)].flatMap((match) => match[2] ?? []);
  return [...new Set(ids)].slice(0, maxMentions);
}

/** A mentioned person, with the note's records that they may read. */
type Reader = {
  readonly id: string;
  readonly records: Pick<NoteRow, 'customer_id' | 'business_id' | 'deal_id'>;
};

async function listReaders(
  { db, now }: Work,
  { workspaceId }: Member,
  { noteId, mentions }: { noteId: string; mentions: NoteRow['mentions'] },
): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (const { id } of mentions) {
    const member = await findMember(db, { workspaceId, userId: id, now, access: 'view' });
    const records = member === null ? null : await findReadableRecords(db, member, noteId);
    if (records !== null) readers.push({ id, records });
  }
  return readers;
}

function rejectUnauthorizedMentions(mentions: NoteRow['mentions'], readers: readonly Reader[]): void {
  const others = mentions.filter(({ id }) => !readers.some((reader) => reader.id === id));
  if (others.length === 0) return;
  const names = others.map(({ displayName }) => displayName).join(', ');
  const message = `No access to this record: ${names}. Remove the mention, or share the record first.`;
  throw new AppError('RULE_BROKEN', message, { errors: [{ path: 'body', message }] });
}

/** Returns those who may read the note and were notified; the author is among them. */
async function notifyMentioned(
  work: Work,
  actor: Member,
  { noteId, mentions }: { noteId: string; mentions: NoteRow['mentions'] },
): Promise<readonly Reader[]> {
  const readers = await listReaders(work, actor, { noteId, mentions });
  for (const { id, records } of readers) {
    if (id === actor.userId) continue;
    await notify(work, {
      workspaceId: actor.workspaceId,
      userIds: [id],
      type: 'mention',
      title: `${actor.displayName} mentioned you in a note on ${await recordName(work, actor, records)}`,
      customerId: records.customer_id,
      businessId: records.business_id,
      dealId: records.deal_id,
      subject: { kind: 'note', id: noteId },
    });
  }
  return readers;
}

/** Name of a record of the note that its author may read. */
async function recordName(
  { db }: Work,
  actor: Member,
  {
    customer_id: customerId,
    business_id: businessId,
    deal_id: dealId,
  }: Pick<NoteRow, 'customer_id' | 'business_id' | 'deal_id'>,
): Promise<string> {
  if (dealId !== null) return (await getActiveDeal(db, actor, dealId)).name;
  const customer =
    customerId === null ? null : await getCustomerRef(db, actor, customerId).catch(nullIfNotFound);
  if (customer !== null || businessId === null) return customer?.name ?? 'a record';
  return (await getActiveBusiness(db, actor, businessId)).name;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
}
