import { attestationWordings, type AttestationVersion } from '@handover/domain/phi/attestation.ts';
import type { DocumentVersion } from '@handover/contract/documents/documents.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';

/** The uploader to a data room confirms that there is no patient information. Throws INVALID_INPUT. */
export function requireAttestation(version: AttestationVersion | undefined, path = 'attestation'): void {
  if (version !== undefined) return;
  throw invalidField(
    path,
    `Confirm before you add files to a data room: ${attestationWordings['1'].toLowerCase()}.`,
  );
}

/** Whether the content of a row of `documents` was confirmed. */
export const isAttested = sql<boolean>`EXISTS (SELECT FROM file_attestations AS attested
  WHERE attested.workspace_id = documents.workspace_id AND attested.file_id = documents.file_id)`.as(
  'is_attested',
);

/**
 * Checks the confirmation for stored content that is added to a data room: confirmed now, unless it was before, because
 * content never changes. Throws INVALID_INPUT.
 */
export async function attestStored(
  work: Work,
  actor: Member,
  { fileId, version }: { fileId: string; version: AttestationVersion | undefined },
): Promise<void> {
  const earlier = await work.db
    .selectFrom('file_attestations')
    .select('file_id')
    .where('workspace_id', '=', actor.workspaceId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  if (earlier !== undefined) return;
  requireAttestation(version);
  await recordAttestation(work, actor, { fileId, version });
}

/** Records who confirmed a file, if anyone did. The first confirmation is kept. */
export async function recordAttestation(
  { db, now }: Work,
  { workspaceId, userId }: Member,
  { fileId, version }: { fileId: string; version: AttestationVersion | undefined },
): Promise<void> {
  if (version === undefined) return;
  await db
    .insertInto('file_attestations')
    .values({ workspace_id: workspaceId, file_id: fileId, version, attested_by: userId, attested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The confirmations for the versions of a document, by version number. */
export async function listAttestations(
  db: Db,
  { workspaceId, documentId }: { workspaceId: string; documentId: string },
): Promise<Map<number, NonNullable<DocumentVersion['attestation']>>> {
  const rows = await db
    .selectFrom('document_versions as versions')
    .innerJoin('file_attestations as attestations', (join) =>
      join
        .onRef('attestations.workspace_id', '=', 'versions.workspace_id')
        .onRef('attestations.file_id', '=', 'versions.file_id'),
    )
    .innerJoin('users', 'users.id', 'attestations.attested_by')
    .select([
      'versions.number',
      'attestations.version',
      'attestations.attested_by',
      'attestations.attested_at',
      'users.display_name',
    ])
    .where('versions.workspace_id', '=', workspaceId)
    .where('versions.document_id', '=', documentId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.number,
      {
        version: row.version,
        wording: attestationWordings[row.version],
        by: { id: row.attested_by, displayName: row.display_name },
        at: row.attested_at.toISOString(),
      },
    ]),
  );
}
