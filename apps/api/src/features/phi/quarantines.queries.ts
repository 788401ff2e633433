import type { QuarantineState } from '@handover/contract/documents/quarantines.ts';
import type { PhiKind } from '@handover/domain/phi/phi-kinds.ts';
import type { Db } from '#db/client.ts';

type Subject = { readonly kind: 'message' | 'note'; readonly id: string };
type FileSubject = { readonly kind: 'document' | 'attachment'; readonly id: string; readonly fileId: string };
type File = { readonly fileId: string; readonly contentId: string | null };
type Key = { readonly workspaceId: string; readonly id: string };
type FoundContent = {
  readonly kinds: readonly PhiKind[];
  readonly findings: readonly object[];
  readonly content: object;
};

export async function insertQuarantine(
  db: Db,
  {
    workspaceId,
    id,
    subject,
    kinds,
    findings,
    content,
    now,
  }: Key & FoundContent & { subject: Subject | FileSubject; now: Date },
): Promise<void> {
  await db
    .insertInto('quarantines')
    .values({
      workspace_id: workspaceId,
      id,
      message_id: subject.kind === 'message' || subject.kind === 'attachment' ? subject.id : null,
      note_id: subject.kind === 'note' ? subject.id : null,
      ...(subject.kind === 'document' && { document_id: subject.id }),
      ...('fileId' in subject && { file_id: subject.fileId }),
      kinds: [...kinds],
      findings: JSON.stringify(findings),
      content: JSON.stringify(content),
      state: 'waiting',
      created_at: now,
    })
    .execute();
}

export async function insertFiles(
  db: Db,
  { workspaceId, quarantineId, files }: { workspaceId: string; quarantineId: string; files: readonly File[] },
): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('quarantined_files')
    .values(
      files.map(({ fileId, contentId }, position) => ({
        workspace_id: workspaceId,
        quarantine_id: quarantineId,
        file_id: fileId,
        position,
        content_id: contentId,
      })),
    )
    .execute();
}

/** Sets the quarantine of a message or note, or ends it with null. */
export async function markQuarantined(
  db: Db,
  {
    workspaceId,
    subject,
    quarantineId,
  }: { workspaceId: string; subject: Subject; quarantineId: string | null },
): Promise<void> {
  await db
    .updateTable(subject.kind === 'message' ? 'messages' : 'notes')
    .set({ quarantine_id: quarantineId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', subject.id)
    .execute();
}

/** Blocks the bytes of a file for patient information, or opens them again. */
export async function setFileQuarantined(
  db: Db,
  { workspaceId, fileId, isQuarantined }: { workspaceId: string; fileId: string; isQuarantined: boolean },
): Promise<void> {
  await db
    .updateTable('stored_objects')
    .set({ blocked: isQuarantined ? 'quarantined' : null })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('files')
        .select('object_id')
        .where('files.workspace_id', '=', workspaceId)
        .where('files.id', '=', fileId),
    )
    .where('blocked', isQuarantined ? 'is' : '=', isQuarantined ? null : 'quarantined')
    .execute();
}

/** Sets what is quarantined, or removes it if `change` has none. */
export async function updateContent(
  db: Db,
  { workspaceId, id, change }: Key & { change: { state: QuarantineState } & Partial<FoundContent> },
): Promise<void> {
  const { state, kinds, findings, content } = change;
  await db
    .updateTable('quarantines')
    .set((eb) => ({
      state,
      content: content === undefined ? null : JSON.stringify(content),
      ...(kinds === undefined ? {} : { kinds: [...kinds] }),
      ...(findings === undefined ? {} : { findings: JSON.stringify(findings) }),
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Stores who released or kept a quarantine, and why; false if the version is stale. */
export async function decideQuarantine(
  db: Db,
  {
    workspaceId,
    id,
    version,
    decision,
  }: Key & {
    version: number;
    decision: { state: 'released' | 'kept'; reason: string; userId: string; now: Date };
  },
): Promise<boolean> {
  const { state, reason, userId, now } = decision;
  const row = await db
    .updateTable('quarantines')
    .set({
      state,
      reason,
      decided_by: userId,
      decided_at: now,
      version: version + 1,
      ...(state === 'released' ? { content: null } : {}),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', 'in', ['waiting', 'kept'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The files of a quarantined message, in order. */
export async function listQuarantinedFiles(
  db: Db,
  { workspaceId, id }: Key,
): Promise<(File & { name: string })[]> {
  const rows = await db
    .selectFrom('quarantined_files')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'quarantined_files.workspace_id')
        .onRef('files.id', '=', 'quarantined_files.file_id'),
    )
    .select(['files.id', 'files.name', 'quarantined_files.content_id'])
    .where('quarantined_files.workspace_id', '=', workspaceId)
    .where('quarantined_files.quarantine_id', '=', id)
    .orderBy('quarantined_files.position')
    .execute();
  return rows.map(({ id: fileId, name, content_id: contentId }) => ({ fileId, name, contentId }));
}

export async function deleteFiles(db: Db, { workspaceId, id }: Key): Promise<void> {
  await db
    .deleteFrom('quarantined_files')
    .where('workspace_id', '=', workspaceId)
    .where('quarantine_id', '=', id)
    .execute();
}
