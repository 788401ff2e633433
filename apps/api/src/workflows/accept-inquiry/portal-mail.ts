import { createInquiryBody } from '@handover/contract/buyers/buyer-inquiries.ts';
import { findPortal, readPortalEmail } from '@handover/domain/matching/portal-email.ts';
import { z } from 'zod';
import { receiveInquiry } from '#features/buyers/inquiries/inquiries.service.ts';
import { findMessageInquiry } from '#features/buyers/inquiries/inquiries.queries.ts';
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
      const received = await runner.transact((work) => receiveFromMail(work, key));
      if (received !== null) await runner.transact((work) => acceptForBroker(work, received));
    },
  };
}

/**
 * Turns a portal's email into an inquiry, once. An unreadable email stays among the mail of unknown senders. Returns
 * what to accept: an inquiry of a verified sender about a listing with a broker, also if that failed before.
 */
async function receiveFromMail(
  work: Work,
  key: MailKey,
): Promise<Parameters<typeof acceptForBroker>[1] | null> {
  const mail = await findPortalMail(work.db, key);
  if (mail === null) return null;
  const stored = (await findMessageInquiry(work.db, key)) ?? (await storeInquiry(work, key, mail));
  if (stored === null || stored.brokerId === null || mail.sender_check !== 'verified') return null;
  return { workspaceId: key.workspaceId, inquiryId: stored.inquiryId, brokerId: stored.brokerId };
}

async function storeInquiry(
  work: Work,
  { workspaceId, messageId }: MailKey,
  mail: PortalMail,
): Promise<{ inquiryId: string; brokerId: string | null } | null> {
  const input = readInquiry(mail);
  if (input === null) {
    if (mail.is_triage) await notifyUnknownSender(work, { workspaceId, ownerId: null });
    return null;
  }
  const isVerified = mail.sender_check === 'verified';
  const received = { ...input, kind: 'email', messageId, isVerified } as const;
  const { inquiryId, listing } = await receiveInquiry(work, workspaceId, received);
  if (mail.is_triage) await clearFromTriage(work, { workspaceId, messageId, version: mail.version });
  return { inquiryId, brokerId: listing?.broker_id ?? null };
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
