import type { SenderCheck, SenderWarning } from '@handover/contract/conversations.ts';
import { mentionsPaymentDetails } from '@handover/domain/payment-details.ts';
import type { ParsedMail } from '#adapters/mail/read-mail.ts';
import type { Db } from '#db/client.ts';
import { emailKey } from '#lib/text.ts';
import { hasVerifiedMailFrom } from './incoming.queries.ts';

type Received = Pick<ParsedMail, 'from' | 'subject' | 'text'> & { readonly senderCheck: SenderCheck | null };

/**
 * What to warn about in a message from an unverified sender: payment details, or an address that earlier
 * verified mail came from. Null otherwise.
 */
export async function findSenderWarning(
  db: Db,
  { workspaceId, mail }: { workspaceId: string; mail: Received },
): Promise<SenderWarning | null> {
  const { from, senderCheck, subject, text } = mail;
  if (from === null || senderCheck === null || senderCheck === 'verified') return null;
  if (mentionsPaymentDetails(`${subject}\n${text}`)) return 'payment';
  const isKnown = await hasVerifiedMailFrom(db, { workspaceId, addressKey: emailKey(from.address) });
  return isKnown ? 'changed' : null;
}
