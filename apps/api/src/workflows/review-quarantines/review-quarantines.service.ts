import {
  quarantinedContent,
  type listQuarantines,
  type Quarantine,
  type QuarantinedContent,
} from '@handover/contract/documents/quarantines.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import { readMailContent } from '#features/conversations/incoming/quarantine-mail.ts';
import { releaseMail } from '#features/conversations/incoming/release-mail.ts';
import { listRecordTypesWithFiles } from '#features/documents/documents.service.ts';
import { readNoteContent } from '#features/notes/quarantine-note.ts';
import { releaseNote } from '#features/notes/notes.service.ts';
import { authorize, can } from '#features/phi/phi.policy.ts';
import {
  decideQuarantine,
  deleteFiles,
  listQuarantinedFiles,
  setFileQuarantined,
} from '#features/phi/quarantines.queries.ts';
import { AppError, staleVersion } from '#lib/errors.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { publishFile, readFileContent, releaseFile } from '../check-files/quarantine-file.ts';
import {
  countQuarantines,
  findQuarantineRow,
  listQuarantineRows,
  type QuarantineRow,
} from './review-quarantines.queries.ts';

/** Limit for a file's text shown to the reviewer. */
const maxShownCharacters = 400_000;

type Files = { readonly records: Records };
type Decision = Files & {
  readonly id: string;
  readonly input: { readonly version: number; readonly reason: string };
};

/** A page of the quarantined emails, notes, and files that the member may see, newest first. Throws CURSOR_INVALID. */
export async function list(
  { db }: Work,
  actor: Member,
  { query, keyring, records }: Files & { query: QueryOf<typeof listQuarantines>; keyring: Keyring },
): Promise<{ quarantines: Quarantine[]; total: number; nextCursor: string | null }> {
  const { state } = query;
  const filed = listRecordTypesWithFiles(records);
  const { rows, total, nextCursor } = await paginate(keyring, {
    limit: query.limit,
    cursor: query.cursor,
    viewer: actor,
    binding: ['quarantines', state],
    fetch: (slice) => listQuarantineRows(db, actor, { state, records: filed, ...slice }),
    count: () => countQuarantines(db, actor, { state, records: filed }),
    positionOf: (row) => [row.created_at.toISOString(), row.id],
  });
  return { quarantines: rows.map((row) => present(actor, row)), total, nextCursor };
}

/**
 * The content of a quarantine. The write's audit entry is committed before the answer is sent. Throws NOT_FOUND,
 * FORBIDDEN, RULE_BROKEN once released.
 */
export async function open(
  work: Work,
  actor: Member,
  { id, records }: Files & { id: string },
): Promise<{ quarantine: Quarantine; content: QuarantinedContent }> {
  const row = authorize(actor, 'quarantine:open', await find(work, actor, { id, records }));
  requireActive(row);
  work.audit(auditDetail(row));
  const files = await listQuarantinedFiles(work.db, { workspaceId: actor.workspaceId, id });
  const { subject, text } = readContent(row);
  const attachments = files.map(({ name }) => name);
  const findings = quarantinedContent.shape.findings.parse(row.findings);
  return { quarantine: present(actor, row), content: { subject, text, attachments, findings } };
}

function readContent(row: QuarantineRow): { subject: string | null; text: string } {
  if (row.file_id !== null) {
    const { pages } = readFileContent(row.content);
    const texts = pages.map(({ title, text }) => [title, text].filter(Boolean).join('\n\n'));
    return { subject: row.file_name, text: texts.join('\n\n').slice(0, maxShownCharacters) };
  }
  if (row.message_id !== null) {
    const { subject, text, attachedText } = readMailContent(row.content);
    return { subject, text: [text, attachedText].filter(Boolean).join('\n\n') };
  }
  return { subject: null, text: readNoteContent(row.content) };
}

/** Puts the content back. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN, STALE_VERSION. */
export async function release(work: Work, actor: Member, decision: Decision): Promise<Quarantine> {
  const row = await decide(work, actor, { ...decision, state: 'released' });
  const { workspaceId } = actor;
  const { id } = decision;
  if (row.file_id !== null) {
    await setFileQuarantined(work.db, { workspaceId, fileId: row.file_id, isQuarantined: false });
    await releaseFile(work, { workspaceId, fileId: row.file_id, stored: row.content });
  } else if (row.message_id !== null) {
    const files = await listQuarantinedFiles(work.db, { workspaceId, id });
    await deleteFiles(work.db, { workspaceId, id });
    const content = readMailContent(row.content);
    await releaseMail(work, { workspaceId, messageId: row.message_id, content, files });
  } else if (row.note_id !== null)
    await releaseNote(work, actor, { noteId: row.note_id, body: readNoteContent(row.content) });
  return reload(work, actor, decision);
}

/** Leaves it in quarantine, reviewed. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN, STALE_VERSION. */
export async function keepQuarantined(work: Work, actor: Member, decision: Decision): Promise<Quarantine> {
  const { file_id: fileId } = await decide(work, actor, { ...decision, state: 'kept' });
  if (fileId !== null) await publishFile(work, { workspaceId: actor.workspaceId, fileId });
  return reload(work, actor, decision);
}

async function decide(
  work: Work,
  actor: Member,
  { id, input: { version, reason }, state, records }: Decision & { state: 'released' | 'kept' },
): Promise<QuarantineRow> {
  const row = authorize(actor, 'quarantine:release', await find(work, actor, { id, records }));
  requireActive(row);
  const decision = { state, reason, userId: actor.userId, now: work.now };
  const isCurrent = await decideQuarantine(work.db, {
    workspaceId: actor.workspaceId,
    id,
    version,
    decision,
  });
  if (!isCurrent) throw staleVersion(present(actor, row));
  work.audit(auditDetail(row));
  return row;
}

function requireActive({ state }: QuarantineRow): void {
  if (state === 'released') throw new AppError('RULE_BROKEN', 'This has been released.');
  if (state === 'edited') throw new AppError('RULE_BROKEN', 'The author has edited this note.');
}

function auditDetail(row: QuarantineRow): Record<string, unknown> {
  const { kind, id } = toSubject(row);
  const file = kind === 'attachment' && { fileId: row.file_id };
  return { [kind === 'attachment' ? 'messageId' : `${kind}Id`]: id, ...file, kinds: row.kinds };
}

function find(
  { db }: Work,
  actor: Member,
  { id, records }: Files & { id: string },
): Promise<QuarantineRow | null> {
  return findQuarantineRow(db, actor, { id, records: listRecordTypesWithFiles(records) });
}

async function reload(work: Work, actor: Member, sought: Files & { id: string }): Promise<Quarantine> {
  const row = await find(work, actor, sought);
  return present(actor, authorize(actor, 'quarantine:open', row));
}

function present(actor: Member, row: QuarantineRow): Quarantine {
  const { decided_by: by, decided_at: at, file_name: name } = row;
  const isActive = row.state === 'waiting' || row.state === 'kept';
  return {
    id: row.id,
    subject: toSubject(row),
    ...(name !== null && { name }),
    kinds: row.kinds,
    state: row.state,
    from: row.from,
    record: row.record,
    createdAt: row.created_at.toISOString(),
    decision: by === null || at === null ? null : { by, at: at.toISOString(), reason: row.reason },
    version: row.version,
    abilities: {
      canOpen: isActive && can(actor, 'quarantine:open', row),
      canRelease: isActive && can(actor, 'quarantine:release', row),
    },
  };
}

function toSubject({
  message_id: messageId,
  note_id: noteId,
  document_id: documentId,
  file_id: fileId,
}: QuarantineRow): Quarantine['subject'] {
  if (documentId !== null) return { kind: 'document', id: documentId };
  if (messageId !== null && fileId !== null) return { kind: 'attachment', id: messageId };
  if (messageId !== null) return { kind: 'message', id: messageId };
  return { kind: 'note', id: noteId ?? '' };
}
