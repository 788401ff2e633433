import { createInquiryBody } from '@handover/contract/buyers/buyer-inquiries.ts';
import { findPortal, readPortalEmail } from '@handover/domain/matching/portal-email.ts';
import { z } from 'zod';
import { receiveInquiry } from '#features/buyers/inquiries/inquiries.service.ts';
import { hasMessageInquiry } from '#features/buyers/inquiries/inquiries.queries.ts';
import { portalMailQueue } from '#features/conversations/incoming/assignment.ts';
import { findPortalMail, type PortalMail } from '#features/conversations/incoming/incoming.queries.ts';
import { notifyUnknownSender, publishTriage } from '#features/conversations/message-notices.ts';
import { updateMessage } from '#features/conversations/messages.queries.ts';
import { retriesForDays, type JobDefinition } from '#platform/jobs.ts';
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
    ...retriesForDays,
    isRestored: true,
    handler: async (data) => {
      const key = jobData.parse(data);
      await runner.transact((work) => receiveFromMail(work, key));
    },
  };
}

/**
 * Turns a portal's email into an inquiry. An unreadable email stays among the mail of unknown senders. A new inquiry of a
 * verified sender about a listing with a broker is accepted.
 */
async function receiveFromMail(work: Work, { workspaceId, messageId }: MailKey): Promise<void> {
  const mail = await findPortalMail(work.db, { workspaceId, messageId });
  if (mail === null || (await hasMessageInquiry(work.db, { workspaceId, messageId }))) return;
  const input = readInquiry(mail);
  if (input === null) {
    if (mail.is_triage) await notifyUnknownSender(work, { workspaceId, ownerId: null });
    return;
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
  if (isNew && isVerified && brokerId !== null)
    await acceptForBroker(work, { workspaceId, brokerId, inquiryId });
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
