import { createHash, randomInt } from 'node:crypto';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type {
  reportSharedReading,
  sendSharedLinkCode,
  SharedNda,
  startSharedLinkSession,
} from '@handover/contract/documents/shared-links.ts';
import type { FastifyRequest } from 'fastify';
import {
  addSharedReadingTime,
  isSharable,
  pagesOfSharedFile,
  recordSharedPage,
  requireCheckedFile,
} from '#features/documents/documents.public.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, forbidden } from '#lib/errors.ts';
import { hashSecret, newId, newSecret } from '#lib/ids.ts';
import { isPassword } from '#lib/password-hash.ts';
import { emailKey } from '#lib/text.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { createCodeLimits, codeMinutes } from '#platform/links/code-limits.ts';
import type { Platform } from '#platform/platform.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Watermark } from '#platform/watermark/watermark.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import {
  findSentCode,
  findSessionLink,
  findUsableLink,
  insertSession,
  insertSignature,
  insertView,
  startSession,
  type SessionLink,
  type UsableLink,
} from './shared-links.queries.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

type Parts = Pick<Platform, 'keyring' | 'limits'>;
type From = {
  readonly request: Pick<FastifyRequest, 'ip' | 'id'>;
  readonly transact: WorkRunner['transact'];
};

const sessionMinutes = 12 * 60;
const perSeconds = 900;
const passwordTries = { hits: 10, perSeconds };
const passwordTriesOfAll = { hits: 100, perSeconds };
/** Emails per link, so that a link cannot be used to flood mailboxes. */
const codesOfAll = { hits: 60, perSeconds };
/** Wrong codes for one link, because a reader can make up addresses at an allowed domain. */
const triesOfAll = { hits: 300, perSeconds: 14 * 24 * 60 * 60 };

/** A link that can be used. Throws LINK_INVALID for every other, without the reason. */
export async function requireLink({ db, now }: Work, token: string): Promise<UsableLink> {
  const link = await findUsableLink(db, { ...toTokenKey(token), now });
  if (link === null || !isSharable(link)) throw createForbiddenError();
  return link;
}

/**
 * Emails a code if the link is for the address; the response does not reveal whether it is. Throws LINK_INVALID,
 * RULE_BROKEN for a wrong password, TOO_MANY_REQUESTS.
 */
export async function sendCode(
  work: Work,
  { keyring, limits }: Parts,
  { input, request, transact }: From & { input: BodyOf<typeof sendSharedLinkCode> },
): Promise<void> {
  const link = await requireLink(work, input.token);
  await requirePassword(limits, link, { password: input.password, ip: request.ip });
  const email = emailKey(input.email);
  const isAllowed = isFor(link, email);
  // Other addresses get no email, and must not use up the emails of the allowed ones.
  if (isAllowed) await limits.hit(`shared-link-codes:${link.link_id}`, codesOfAll);
  await getCodeLimits(limits, link, email).countCode();
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await transact(async (inner) => {
    const expiresAt = addMinutes(inner.now, codeMinutes);
    await insertSession(inner.db, {
      workspace_id: link.workspace_id,
      id,
      link_id: link.link_id,
      email,
      code_signature: keyring.sign(signCode(id, code)),
      code_expires_at: expiresAt,
      ip_address: request.ip,
      created_at: inner.now,
    });
    if (!isAllowed) return;
    await queueSystemMail(
      inner,
      { keyring },
      {
        to: email,
        subject: `${code} is your code to open a file`,
        text: `${link.sender_name} at ${link.workspace_name} shared a file with you. Enter this code on the page within ${String(codeMinutes)} minutes:\n\n${code}\n\nIf you did not request this code, you can ignore this email.\n`,
        expiresAt,
      },
    );
  });
}

/**
 * Returns the secret of a new session. Throws LINK_INVALID, RULE_BROKEN for a wrong code, TOO_MANY_REQUESTS after five of one
 * code, 30 for an address, or 300 of the link.
 */
export async function enterCode(
  work: Work,
  { keyring, limits }: Parts,
  { input, request, transact }: From & { input: BodyOf<typeof startSharedLinkSession> },
): Promise<string> {
  const link = await requireLink(work, input.token);
  const email = emailKey(input.email);
  const { workspace_id: workspaceId, link_id: linkId, document_id: documentId } = link;
  const sent = await findSentCode(work.db, { workspaceId, linkId, email, now: work.now });
  if (sent === null) throw wrongCodeError();
  const [ofAddress, ofAll] = [getCodeLimits(limits, link, email), `shared-link-tries:${linkId}`];
  await ofAddress.countTry(sent.id);
  const isAllowed = isFor(link, email);
  if (isAllowed) await limits.hit(ofAll, triesOfAll);
  if (!isAllowed || !keyring.verify(signCode(sent.id, input.code), sent.code_signature))
    throw wrongCodeError();
  const secret = newSecret();
  await transact(async (inner) => {
    const { db, now } = inner;
    const started = { workspaceId, id: sent.id, tokenHash: hashSecret(secret), now };
    const isStarted = await startSession(db, { ...started, expiresAt: addMinutes(now, sessionMinutes) });
    if (!isStarted) throw wrongCodeError();
    await recordAudit(db, {
      workspaceId,
      actorId: null,
      action: 'startSharedLinkSession',
      subjectId: documentId,
      detail: { linkId, email },
      ipAddress: request.ip,
      requestId: request.id,
      now,
    });
    inner.publish({ workspaceId, noun: 'document', id: documentId });
  });
  await ofAddress.forgive();
  await limits.forgive(ofAll);
  return withWorkspace(workspaceId, secret);
}

/** Rechecks the link of a session. Throws LINK_INVALID. */
export async function requireSession({ db, now }: Work, session: string): Promise<SessionLink> {
  const link = await findSessionLink(db, { ...toTokenKey(session), now });
  if (link === null || !isSharable(link) || !isFor(link, link.email)) throw createForbiddenError();
  return link;
}

/**
 * The link of a session, once its reader has signed the NDA of the link, if it has one. Throws LINK_INVALID, FORBIDDEN,
 * UNAVAILABLE until the file was checked for patient information.
 */
export async function requireReader(work: Work, session: string): Promise<SessionLink> {
  const link = await requireSession(work, session);
  if (presentTerms(link) !== null) throw forbidden('Sign the NDA to open this file.');
  requireCheckedFile(link);
  return link;
}

/** The source for drawing the pages of a link's file. Throws RULE_BROKEN if it has none. */
export function getPages(
  work: Work,
  link: SessionLink,
  { storage }: Pick<Platform, 'storage'>,
): ReturnType<typeof pagesOfSharedFile> {
  return pagesOfSharedFile(work, { storage, workspaceId: link.workspace_id, file: link });
}

/** Only a PDF can be downloaded; other files are only shown as pages. */
export function canDownload({ can_download: isAllowed, content_type: contentType }: SessionLink): boolean {
  return isAllowed && contentType === 'application/pdf';
}

/** The agreement that a reader must sign before the file is shown; null if none, or if they have signed. */
export function presentTerms(link: SessionLink): SharedNda | null {
  const { nda_title: title, nda_text: text, signed_at: signedAt } = link;
  if (title === null || text === null || signedAt !== null) return null;
  return { title, text, senderName: link.sender_name, workspaceName: link.workspace_name, email: link.email };
}

/** Records the signature of the NDA of a link for the reader’s address, once. */
export async function signTerms(
  work: Work,
  link: SessionLink,
  { name, request }: { name: string; request: Pick<FastifyRequest, 'ip' | 'id' | 'headers'> },
): Promise<void> {
  const { workspace_id: workspaceId, link_id: linkId, document_id: documentId, email, nda_text: text } = link;
  if (text === null || presentTerms(link) === null) return;
  const isNew = await insertSignature(work.db, {
    workspace_id: workspaceId,
    link_id: linkId,
    email,
    name,
    ip_address: request.ip,
    user_agent: request.headers['user-agent'] ?? '',
    signed_at: work.now,
  });
  if (!isNew) return;
  await recordAudit(work.db, {
    workspaceId,
    actorId: null,
    action: 'signSharedNda',
    subjectId: documentId,
    detail: { linkId, email, name, textSha256: createHash('sha256').update(text, 'utf8').digest('hex') },
    ipAddress: request.ip,
    requestId: request.id,
    now: work.now,
  });
  work.publish({ workspaceId, noun: 'document', id: documentId });
}

export function createReaderWatermark(
  { email, time_zone: timeZone }: SessionLink,
  { now: at }: Work,
  { ip: ipAddress }: Pick<FastifyRequest, 'ip'>,
): Watermark {
  return { viewer: email, timeZone, at, ipAddress };
}

/** Records a page, or a download, before it is sent. */
export async function recordRead(
  work: Work,
  link: SessionLink,
  { page, request }: { page: number | null; request: From['request'] },
): Promise<void> {
  const { workspace_id: workspaceId, link_id: linkId, document_id: documentId, number, email } = link;
  await insertView(work.db, {
    workspace_id: workspaceId,
    id: newId(),
    session_id: link.session_id,
    number,
    page,
    ip_address: request.ip,
    viewed_at: work.now,
  });
  if (page !== null)
    await recordSharedPage(work.db, toReader(link), { documentId, number, page, now: work.now });
  await recordAudit(work.db, {
    workspaceId,
    actorId: null,
    action: page === null ? 'downloadSharedFile' : 'readSharedPage',
    subjectId: documentId,
    detail: { linkId, email, number, ...(page !== null && { page }) },
    ipAddress: request.ip,
    requestId: request.id,
    now: work.now,
  });
}

/**
 * Adds the time that pages of a version, also of a former one, were in view. Throws LINK_INVALID, FORBIDDEN, UNAVAILABLE,
 * NOT_FOUND.
 */
export async function addTime(
  work: Work,
  { session, number, pages }: BodyOf<typeof reportSharedReading>,
): Promise<void> {
  const link = await requireReader(work, session);
  const { document_id: documentId } = link;
  await addSharedReadingTime(work.db, toReader(link), { documentId, number, times: pages, now: work.now });
}

function toReader({ workspace_id: workspaceId, session_id: sessionId }: SessionLink) {
  return { workspaceId, userId: null, sessionId };
}

/** Whether a link is for an address; a domain includes its subdomains. */
function isFor({ allowed, denied }: Pick<UsableLink, 'allowed' | 'denied'>, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isIn = (entries: readonly string[]): boolean =>
    entries.some((entry) =>
      entry.includes('@') ? entry === email : domain === entry || domain.endsWith(`.${entry}`),
    );
  return !isIn(denied) && (allowed.length === 0 || isIn(allowed));
}

async function requirePassword(
  limits: Platform['limits'],
  { link_id: linkId, password_hash: hash }: UsableLink,
  { password, ip }: { password: string | undefined; ip: string },
): Promise<void> {
  if (hash === null) return;
  const [ofAddress, ofAll] = [
    toAddressKey(`shared-link-password:${linkId}`, ip),
    `shared-link-password:${linkId}`,
  ];
  await limits.hit(ofAll, passwordTriesOfAll);
  await limits.hit(ofAddress, passwordTries);
  if (!(await isPassword(password ?? '', hash))) throw createFieldError('password', 'Incorrect password.');
  await limits.forgive(ofAddress);
  await limits.forgive(ofAll);
}

function getCodeLimits(limits: Platform['limits'], { link_id: linkId }: UsableLink, email: string) {
  return createCodeLimits(limits, `shared-link:${linkId}:${email}`);
}

/** The secret of a link or a session as given to the reader, with the only workspace in which it is valid. */
export function withWorkspace(workspaceId: string, secret: string): string {
  return `${workspaceId}.${secret}`;
}

/** Throws LINK_INVALID for a malformed secret. */
function toTokenKey(text: string): { workspaceId: string; tokenHash: Buffer } {
  const [workspaceId = '', secret = ''] = text.split('.');
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(workspaceId)) throw createForbiddenError();
  return { workspaceId, tokenHash: hashSecret(secret) };
}

/** Binds a code to its row. */
function signCode(id: string, code: string): string {
  return `shared-link:${id}:${code}`;
}

function wrongCodeError(): AppError {
  return createFieldError(
    'code',
    'Incorrect or expired code. Use the code in the latest email, or request a new one.',
  );
}

function createFieldError(path: string, message: string): AppError {
  return new AppError('RULE_BROKEN', message, { errors: [{ path, message }] });
}

/** The same error for every reason. */
function createForbiddenError(): AppError {
  return new AppError('LINK_INVALID', 'This link cannot be used. Ask the sender for a new one.');
}
