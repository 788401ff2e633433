import {
  quarantinedContent,
  type listQuarantines,
  type Quarantine,
  type QuarantinedContent,
} from '@handover/contract/quarantines.ts';
import type { QueryOf } from '@handover/contract/endpoint.ts';
import { readMailContent } from '#features/conversations/incoming/quarantine-mail.ts';
import { releaseMail } from '#features/conversations/incoming/release-mail.ts';
import { readNoteContent } from '#features/notes/quarantine-note.ts';
import { releaseNote } from '#features/notes/notes.service.ts';
import { authorize, can } from '#features/phi/phi.policy.ts';
import { decideQuarantine, deleteFiles, listQuarantinedFiles } from '#features/phi/quarantines.queries.ts';
import { AppError, staleVersion } from '#lib/errors.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  countQuarantines,
  findQuarantineRow,
  listQuarantineRows,
  type QuarantineRow,
} from './review-quarantines.queries.ts';

type Decision = {
  readonly id: string;
  readonly input: { readonly version: number; readonly reason: string };
};

/** A page of the quarantined emails and notes that the member may know of, newest first. Throws CURSOR_INVALID. */
export async function list(
  { db }: Work,
  actor: Member,
  { query, keyring }: { query: QueryOf<typeof listQuarantines>; keyring: Keyring },
): Promise<{ quarantines: Quarantine[]; total: number; nextCursor: string | null }> {
  const { state } = query;
  const { rows, total, nextCursor } = await paginate(keyring, {
    limit: query.limit,
    cursor: query.cursor,
    viewer: actor,
    binding: ['quarantines', state],
    fetch: (slice) => listQuarantineRows(db, actor, { state, ...slice }),
    count: () => countQuarantines(db, actor, state),
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
  id: string,
): Promise<{ quarantine: Quarantine; content: QuarantinedContent }> {
  const row = authorize(actor, 'quarantine:open', await findQuarantineRow(work.db, actor, id));
  requireActive(row);
  work.audit(auditDetail(row));
  const files = await listQuarantinedFiles(work.db, { workspaceId: actor.workspaceId, id });
  const { subject, text } =
    row.message_id === null
      ? { subject: null, text: readNoteContent(row.content) }
      : readMailContent(row.content);
  const attachments = files.map(({ name }) => name);
  const findings = quarantinedContent.shape.findings.parse(row.findings);
  return { quarantine: present(actor, row), content: { subject, text, attachments, findings } };
}

/** Puts the content back. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN, STALE_VERSION. */
export async function release(work: Work, actor: Member, { id, input }: Decision): Promise<Quarantine> {
  const row = await decide(work, actor, { id, input, state: 'released' });
  const { workspaceId } = actor;
  if (row.message_id !== null) {
    const files = await listQuarantinedFiles(work.db, { workspaceId, id });
    await deleteFiles(work.db, { workspaceId, id });
    const content = readMailContent(row.content);
    await releaseMail(work, { workspaceId, messageId: row.message_id, content, files });
  } else if (row.note_id !== null)
    await releaseNote(work, actor, { noteId: row.note_id, body: readNoteContent(row.content) });
  return reload(work, actor, id);
}

/** Leaves it in quarantine, reviewed. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN, STALE_VERSION. */
export async function keep(work: Work, actor: Member, { id, input }: Decision): Promise<Quarantine> {
  await decide(work, actor, { id, input, state: 'kept' });
  return reload(work, actor, id);
}

async function decide(
  work: Work,
  actor: Member,
  { id, input: { version, reason }, state }: Decision & { state: 'released' | 'kept' },
): Promise<QuarantineRow> {
  const row = authorize(actor, 'quarantine:release', await findQuarantineRow(work.db, actor, id));
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

function auditDetail({
  message_id: messageId,
  note_id: noteId,
  kinds,
}: QuarantineRow): Record<string, unknown> {
  return { ...(messageId === null ? { noteId } : { messageId }), kinds };
}

async function reload({ db }: Work, actor: Member, id: string): Promise<Quarantine> {
  const row = await findQuarantineRow(db, actor, id);
  return present(actor, authorize(actor, 'quarantine:open', row));
}

function present(actor: Member, row: QuarantineRow): Quarantine {
  const { message_id: messageId, note_id: noteId, decided_by: by, decided_at: at } = row;
  const isActive = row.state === 'waiting' || row.state === 'kept';
  return {
    id: row.id,
    subject: messageId === null ? { kind: 'note', id: noteId ?? '' } : { kind: 'message', id: messageId },
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
