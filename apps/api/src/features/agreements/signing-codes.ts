import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { addMinutes } from '#lib/clock.ts';
import { AppError, forbidden } from '#lib/errors.ts';
import { hashSecret, newId, newSecret } from '#lib/ids.ts';
import { findSessionToken } from '#platform/http/request.ts';
import { createCodeLimits, codeMinutes } from '#platform/links/code-limits.ts';
import type { Platform } from '#platform/platform.ts';
import { authenticate } from '#platform/session/authenticate.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import type { AgreementRow } from './agreements.queries.ts';
import type { OpenedLink, Signer } from './sign-agreement.ts';
import { findSentCode, hasSession, insertCode, startSession } from './signing-codes.queries.ts';

type Parts = Pick<Platform, 'keyring' | 'limits'>;

/**
 * The person who opens a link: the signed-in buyer; anyone who has verified the address that it was emailed to; or, for
 * a link that a broker handed out, anyone who has it. Null for an emailed link without verification, such as a
 * forwarded one.
 */
export async function findSigner(
  work: Work,
  { row, link }: OpenedLink,
  { session, request }: { session: string | undefined; request: FastifyRequest },
): Promise<Signer | null> {
  const { workspace_id: workspaceId } = row;
  if (await isSignedInAsBuyer(work, row, request))
    return { userId: row.customer_user_id, linkId: link.id, method: 'account' };
  if (link.email === null) return { userId: null, linkId: link.id, method: 'given_link' };
  const isProven =
    session !== undefined &&
    (await hasSession(work.db, { workspaceId, linkId: link.id, tokenHash: hashSecret(session) }));
  return isProven ? { userId: null, linkId: link.id, method: 'emailed_code' } : null;
}

/** Like `findSigner`. Throws FORBIDDEN without proof. */
export async function requireSigner(...[work, opened, by]: Parameters<typeof findSigner>): Promise<Signer> {
  const signer = await findSigner(work, opened, by);
  if (signer === null) throw forbidden('Enter the code that we email to you, or sign in to your account.');
  return signer;
}

/** Emails a code to the address of a link. Throws RULE_BROKEN for a link that was not emailed, TOO_MANY_REQUESTS. */
export async function sendCode(
  work: Work,
  { keyring, limits }: Parts,
  { row, link }: OpenedLink,
): Promise<void> {
  if (link.email === null) throw new AppError('RULE_BROKEN', 'This link needs no code.');
  await createCodeLimits(limits, getLimitKey(link)).countCode();
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = addMinutes(work.now, codeMinutes);
  await insertCode(work.db, {
    workspace_id: row.workspace_id,
    id,
    link_id: link.id,
    code_signature: keyring.sign(signCode(id, code)),
    code_expires_at: expiresAt,
    created_at: work.now,
  });
  const text = `Enter this code on the page within ${String(codeMinutes)} minutes to read and sign “${row.title}” from ${row.workspace_name}:\n\n${code}\n\nIf you did not request this code, someone else has your signing link. They cannot sign without the code.\n`;
  const subject = `${code} is your code to sign`;
  await queueSystemMail(work, { keyring }, { to: link.email, subject, text, expiresAt });
}

/**
 * Returns the secret of a new session. Throws RULE_BROKEN for a wrong code, TOO_MANY_REQUESTS after five of one code or 30
 * of the link.
 */
export async function enterCode(
  work: Work,
  { keyring, limits }: Parts,
  { opened: { row, link }, code }: { opened: OpenedLink; code: string },
): Promise<string> {
  const { workspace_id: workspaceId } = row;
  const sent = await findSentCode(work.db, { workspaceId, linkId: link.id, now: work.now });
  if (sent === null) throw wrongCodeError();
  const ofLink = createCodeLimits(limits, getLimitKey(link));
  await ofLink.countTry(sent.id);
  if (!keyring.verify(signCode(sent.id, code), sent.code_signature)) throw wrongCodeError();
  const secret = newSecret();
  const isStarted = await startSession(work.db, { workspaceId, id: sent.id, tokenHash: hashSecret(secret) });
  if (!isStarted) throw wrongCodeError();
  await ofLink.forgive();
  return secret;
}

async function isSignedInAsBuyer(
  { db, now }: Work,
  { customer_user_id: buyerId }: AgreementRow,
  request: FastifyRequest,
): Promise<boolean> {
  const token = findSessionToken(request);
  if (token === null || buyerId === null) return false;
  const actor = await authenticate(db, { by: { tokenHash: hashSecret(token) }, workspaceId: null, now });
  return actor?.userId === buyerId;
}

/** One limit for each link, because a link is for one address. */
function getLimitKey({ id }: OpenedLink['link']): string {
  return `signing:${id}`;
}

/** Binds a code to its row. */
function signCode(id: string, code: string): string {
  return `signing:${id}:${code}`;
}

function wrongCodeError(): AppError {
  const message = 'Incorrect or expired code. Use the code in the latest email, or request a new one.';
  return new AppError('RULE_BROKEN', message, { errors: [{ path: 'code', message }] });
}
