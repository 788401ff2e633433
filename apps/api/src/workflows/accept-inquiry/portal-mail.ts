import { createInquiryBody } from '@handover/contract/buyers/buyer-inquiries.ts';
import { findPortal, readPortalEmail } from '@handover/domain/matching/portal-email.ts';
import { z } from 'zod';
import { receiveInquiry } from '#features/buyers/inquiries/inquiries.service.ts';
import { hasMessageInquiry } from '#features/buyers/inquiries/inquiries.queries.ts';
import { portalMailQueue } from '#features/conversations/incoming/assignment.ts';
import { findPortalMail, type PortalMail } from '#features/conversations/incoming/incoming.queries.ts';
import { notifyUnknownSender, publishTriage } from '#features/conversations/message-notices.ts';
import { updateMessage } from '#features/conversations/messages.queries.ts';
import { AppError } from '#lib/errors.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { acceptForBroker } from './accept-inquiry.ts';

const maxMessageCharacters = 4000;
const maxPhoneCharacters = 40;
const maxReferenceCharacters = 120;

const jobData = z.object({ workspaceId: z.uuid(), messageId: z.uuid() });
type MailKey = z.infer<typeof jobData>;

/** Reads inquiries from the email of listing portals. */
export function portalMailJob({ runner }: Pick<Platform, 'runner'>): JobDefinition {
  return {
    queue: portalMailQueue,
    isRestored: true,
    handler: async (data) => {
      const key = jobData.parse(data);
      const acceptable = await runner.transact((work) => receiveFromMail(work, key));
      if (acceptable === null) return;
      const { brokerId, inquiryId } = acceptable;
      await runner
        .transact((work) => acceptForBroker(work, { ...key, brokerId, inquiryId }))
        .catch((error: unknown) => {
          // It stays among the new inquiries for manual review.
          if (!(error instanceof AppError) || error.status >= 500) throw error;
        });
    },
  };
}

/**
 * Turns a portal's email into an inquiry. An unreadable email stays among the mail of unknown senders. Returns an
 * inquiry that can be accepted automatically: a new inquiry of a verified sender about a listing with a broker.
 */
async function receiveFromMail(
  work: Work,
  { workspaceId, messageId }: MailKey,
): Promise<{ inquiryId: string; brokerId: string } | null> {
  const mail = await findPortalMail(work.db, { workspaceId, messageId });
  if (mail === null || (await hasMessageInquiry(work.db, { workspaceId, messageId }))) return null;
  const input = readInquiry(mail);
  if (input === null) {
    if (mail.is_triage) await notifyUnknownSender(work, { workspaceId, ownerId: null });
    return null;
  }
  const isVerified = mail.sender_check === 'verified';
  const { inquiryId, isNew, listing } = await receiveInquiry(work, workspaceId, {
    ...input,
    kind: 'email',
    messageId,
    isVerified,
  });
  if (mail.is_triage) await clearFromTriage(work, { workspaceId, messageId, version: mail.version });
  const brokerId = listing?.broker_id ?? null;
  return isNew && isVerified && brokerId !== null ? { inquiryId, brokerId } : null;
}

function readInquiry({ from_address: from, text }: PortalMail) {
  const source = findPortal(from);
  const read = readPortalEmail(text);
  if (source === null || read === null) return null;
  const { listingReferences, message, phone, ...facts } = read;
  const checked = createInquiryBody.safeParse({
    ...facts,
    source,
    message: message?.slice(0, maxMessageCharacters),
    phone: phone === null || phone.length > maxPhoneCharacters ? null : phone,
    listingReference: listingReferences[0]?.slice(0, maxReferenceCharacters),
  });
  return checked.success ? { ...checked.data, listingReferences } : null;
}

async function clearFromTriage(work: Work, message: MailKey & { version: number }): Promise<void> {
  await updateMessage(work.db, { ...message, change: { triage_verdict: 'ignored' } });
  publishTriage(work, { workspaceId: message.workspaceId, ownerId: null });
}
