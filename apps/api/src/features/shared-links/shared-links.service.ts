import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type { createSharedLink, SharedLink } from '@handover/contract/documents/shared-links.ts';
import { fillLinkTerms } from '#features/agreements/agreements.public.ts';
import { getSharedDocument, isSharable } from '#features/documents/documents.public.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { hashSecret, newId, newSecret } from '#lib/ids.ts';
import { hashPassword } from '#lib/password-hash.ts';
import { createLinkUrl } from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { withWorkspace } from './reading.service.ts';
import {
  findLink,
  insertLink,
  listBusinessIds,
  listLinks,
  listReaders,
  revokeLink,
  type LinkRow,
} from './shared-links.queries.ts';

type Parts = Pick<Platform, 'config' | 'mail' | 'records'>;

/** The links of a document that the member may read. Throws NOT_FOUND. */
export async function listDocumentLinks(
  work: Work,
  actor: Member,
  { records, id }: Pick<Parts, 'records'> & { id: string },
): Promise<SharedLink[]> {
  const document = await getSharedDocument(work.db, actor, { records, id });
  const { workspaceId } = actor;
  return present(work, await listLinks(work.db, { workspaceId, documentId: document.id }));
}

/**
 * Throws NOT_FOUND, INVALID_INPUT for an NDA template that is not in use, RULE_BROKEN for a file that cannot be marked and
 * without a mail server, which sends the codes.
 */
export async function shareDocument(
  work: Work,
  actor: Member,
  { platform, id, input }: { platform: Parts; id: string; input: BodyOf<typeof createSharedLink> },
): Promise<{ link: SharedLink; url: string }> {
  const document = await getSharedDocument(work.db, actor, { records: platform.records, id });
  if (!isSharable(document))
    throw new AppError(
      'RULE_BROKEN',
      'This kind of file has no pages to watermark with the reader’s address. Add it as a PDF to share it.',
    );
  if (input.canDownload && document.content_type !== 'application/pdf')
    throw invalidField('canDownload', 'Only a PDF can be downloaded with a watermark');
  if (platform.mail.kind === 'outbox')
    throw new AppError(
      'RULE_BROKEN',
      'No mail server is set up, so readers cannot get a code. Ask your administrator to set one up.',
    );
  const { workspaceId, userId } = actor;
  const linkId = newId();
  const secret = newSecret();
  const nda =
    input.ndaTemplateId === undefined
      ? null
      : await fillLinkTerms(work, actor, {
          templateId: input.ndaTemplateId,
          businessIds: await listBusinessIds(work.db, { workspaceId, documentId: document.id }),
        });
  await insertLink(work.db, {
    workspace_id: workspaceId,
    id: linkId,
    document_id: document.id,
    room_id: document.room_id,
    token_hash: hashSecret(secret),
    password_hash: input.password === undefined ? null : await hashPassword(input.password),
    allowed: input.allowed,
    denied: input.denied,
    can_download: input.canDownload,
    nda_title: nda?.title ?? null,
    nda_text: nda?.text ?? null,
    created_by: userId,
    created_at: work.now,
    expires_at: addMinutes(work.now, input.expiresInDays * 24 * 60),
  });
  work.audit({ linkId, canDownload: input.canDownload, ...(nda !== null && { nda: nda.title }) });
  publish(work, actor, document.id);
  const link = await reloadLink(work, { workspaceId, linkId });
  const url = createLinkUrl(platform.config.publicUrl, '/shared', withWorkspace(workspaceId, secret));
  return { link, url };
}

/** Ends a link of a document that the member may read. Throws NOT_FOUND. */
export async function endLink(
  work: Work,
  actor: Member,
  { records, id: linkId }: Pick<Parts, 'records'> & { id: string },
): Promise<SharedLink> {
  const { workspaceId } = actor;
  const row = await findLink(work.db, { workspaceId, linkId });
  if (row === null) throw notFound('link');
  // Links to a document in the trash show nothing, and can be ended once it is restored.
  await getSharedDocument(work.db, actor, { records, id: row.document_id }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? notFound('link') : error;
  });
  await revokeLink(work.db, { workspaceId, linkId }, work.now);
  publish(work, actor, row.document_id);
  return reloadLink(work, { workspaceId, linkId });
}

function publish(work: Work, { workspaceId }: Member, id: string): void {
  work.publish({ workspaceId, noun: 'document', id });
}

async function reloadLink(work: Work, key: { workspaceId: string; linkId: string }): Promise<SharedLink> {
  const row = await findLink(work.db, key);
  const [link] = row === null ? [] : await present(work, [row]);
  if (link === undefined) throw notFound('link');
  return link;
}

async function present({ db, now }: Work, rows: readonly LinkRow[]): Promise<SharedLink[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const linkIds = rows.map(({ id }) => id);
  const readers = await listReaders(db, { workspaceId: first.workspace_id, linkIds });
  return rows.map((row) => ({
    id: row.id,
    state: getLinkState(row, now),
    createdBy: { id: row.created_by, displayName: row.sender_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    allowed: row.allowed,
    denied: row.denied,
    hasPassword: row.password_hash !== null,
    canDownload: row.can_download,
    ndaTitle: row.nda_title,
    readers: readers
      .filter(({ link_id: linkId }) => linkId === row.id)
      .map((reader) => ({
        email: reader.email,
        signedName: reader.signed_name,
        signedAt: reader.signed_at?.toISOString() ?? null,
        firstAt: reader.first_at.toISOString(),
        lastAt: reader.last_at.toISOString(),
        pages: reader.pages,
        pageCount: reader.page_count,
        downloadCount: reader.download_count,
        readMs: reader.read_ms,
      })),
  }));
}

function getLinkState(
  { revoked_at: revokedAt, expires_at: expiresAt }: LinkRow,
  now: Date,
): SharedLink['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}
