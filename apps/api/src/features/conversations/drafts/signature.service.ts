import type { Signature } from '@handover/contract/email-drafts.ts';
import { invalidField, staleVersion } from '#lib/errors.ts';
import { isManageableHtml, toSafeHtml } from '#lib/mail/html.ts';
import { toPlainText } from '#lib/mail/text.ts';
import type { Work } from '#platform/work.ts';
import { findSignature, storeSignature } from './signature.queries.ts';

/** The user's signature, the same in all workspaces. */
export async function getSignature({ db }: Work, userId: string): Promise<Signature> {
  return (await findSignature(db, userId)) ?? { html: '', version: 0 };
}

/** Makes the HTML safe and stores it; HTML without words is none. Throws INVALID_INPUT, and STALE_VERSION with the signature as it stands. */
export async function updateSignature(
  work: Work,
  userId: string,
  { html, version }: { html: string; version: number },
): Promise<Signature> {
  if (!isManageableHtml(html)) throw invalidField('html', 'This HTML is too complex. Use fewer elements.');
  const safe = toSafeHtml(html).html;
  const stored = toPlainText(safe) === '' ? '' : safe;
  const isCurrent = await storeSignature(work.db, { userId, html: stored, version, now: work.now });
  const signature = await getSignature(work, userId);
  if (!isCurrent) throw staleVersion(signature);
  return signature;
}
