import { senderChecks } from '@handover/contract/conversations/conversations.ts';
import type { AuthenticateResult } from 'mailauth';
import { z } from 'zod';

export const senderVerdict = z.object({
  check: z.enum(senderChecks),
  /** The domain of the From header that was checked. */
  domain: z.string().nullable(),
});
export type SenderVerdict = z.infer<typeof senderVerdict>;

/**
 * Whether the domain of the From header vouches for the message: by DMARC, or without a DMARC record by a DKIM
 * signature of the domain or by SPF for it. A signature that covers only part of the text is ignored.
 */
export function getSenderVerdict({ dkim, spf, dmarc }: AuthenticateResult): SenderVerdict {
  // No From header, or several.
  if (dmarc === false) return { check: 'failed', domain: null };
  const domain = dmarc.status.header?.['from'] ?? null;
  const { result } = dmarc.status;
  const hasTemporaryError = dkim.results.some(({ status }) => status.result === 'temperror');
  const isSpfAligned = spf !== false && spf.status.result === 'pass' && spf.domain === domain;
  const isSigned = dkim.results.some(
    ({ status }) => status.result === 'pass' && Boolean(status.aligned) && !status.underSized,
  );
  if (result === 'pass' && (isSigned || Boolean(dmarc.alignment.spf.result)))
    return { check: 'verified', domain };
  if (result === 'none' && (isSigned || isSpfAligned)) return { check: 'verified', domain };
  return { check: result === 'temperror' || hasTemporaryError ? 'unknown' : 'failed', domain };
}
