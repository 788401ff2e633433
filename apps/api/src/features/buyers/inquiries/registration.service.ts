import { registerBuyerBody, type RegisterBuyer } from '@handover/contract/buyers/buyer-inquiries.ts';
import * as z from 'zod/mini';
import { AppError } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { requireProofOfWork } from '#platform/guests/proof-of-work.ts';
import { findPublicWorkspaceId, isActiveWorkspace } from '#platform/installation/installation.ts';
import { consumeLink, createLink, createLinkUrl } from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { findListing } from './inquiries.queries.ts';
import { receiveInquiry } from './inquiries.service.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

const lifetimeMinutes = 24 * 60;
const perAddress = { hits: 10, perSeconds: 3600 };
const perRecipient = { hits: 3, perSeconds: 3600 };
const confirmations = { hits: 60, perSeconds: 900 };

type Parts = Pick<Platform, 'runner' | 'limits' | 'keyring' | 'config' | 'mail'>;
type Guest = { readonly ipAddress: string; readonly requestId: string };

/** The data stored in the link until it is opened. */
const payloadSchema = z.omit(registerBuyerBody, { proof: true });

/**
 * Sends a link to confirm the email address. The registration is stored only with the link, encrypted, and deleted with
 * it. The response is the same for every address. Throws RULE_BROKEN without proof of work, TOO_MANY_REQUESTS,
 * UNAVAILABLE without a mail server or a workspace for it.
 */
export async function requestRegistration(
  { runner, limits, keyring, config, mail }: Parts,
  { proof, ...registration }: RegisterBuyer,
  guest: Guest,
): Promise<void> {
  await requireProofOfWork({ keyring, runner, limits }, proof);
  await limits.hit(toAddressKey('register:address', guest.ipAddress), perAddress);
  await limits.hit(`register:email:${emailKey(registration.email)}`, perRecipient);
  await runner.transact(async (work) => {
    const workspaceId = await findReceiver(work, registration);
    if (workspaceId === null || mail.kind === 'outbox')
      throw new AppError('UNAVAILABLE', 'Registration is not open yet.');
    const link = await createLink(work, {
      kind: 'registration',
      lifetimeMinutes,
      email: registration.email,
      workspaceId,
      payload: keyring.encrypt(JSON.stringify(registration), getPayloadRow(workspaceId)),
    });
    await audit(work, { ...guest, action: 'registerBuyer', workspaceId, subjectId: link.id });
    await queueSystemMail(
      work,
      { keyring },
      {
        to: registration.email,
        subject: 'Confirm your registration',
        text: `Open this link within 24 hours to confirm your email address and register as a buyer:\n\n${createLinkUrl(config.publicUrl, '/confirm-registration', link.secret)}\n\nIf you did not register, you can ignore this email. Your registration is deleted unless you confirm it.\n`,
        expiresAt: link.expiresAt,
      },
    );
  });
}

/** Turns a confirmed registration into an inquiry, for staff to accept. Throws LINK_INVALID, TOO_MANY_REQUESTS. */
export async function confirmRegistration(
  { runner, limits, keyring }: Parts,
  { token }: { token: string },
  guest: Guest,
): Promise<void> {
  await limits.hit(toAddressKey('register:link', guest.ipAddress), confirmations);
  await runner.transact(async (work) => {
    const { payload, workspace_id: workspaceId } = await consumeLink(work, {
      kind: 'registration',
      secret: token,
    });
    if (payload === null || workspaceId === null)
      throw new Error('A registration link carries a registration');
    const { workspaceId: _listedIn, ...registration } = payloadSchema.parse(
      JSON.parse(keyring.decrypt(payload, getPayloadRow(workspaceId))),
    );
    const { inquiryId } = await receiveInquiry(work, workspaceId, {
      ...registration,
      kind: 'registration',
      source: 'Website',
    });
    await audit(work, { ...guest, action: 'confirmRegistration', workspaceId, subjectId: inquiryId });
  });
}

/**
 * The workspace of the business that the visitor viewed, if it is shown there; else the workspace of the public pages.
 */
async function findReceiver(
  { db }: Work,
  { workspaceId, businessId }: Pick<RegisterBuyer, 'workspaceId' | 'businessId'>,
): Promise<string | null> {
  const of = workspaceId == null || businessId == null ? null : { workspaceId, businessId };
  const isListed =
    of !== null && (await isActiveWorkspace(db, of.workspaceId)) && (await findListing(db, of)) !== null;
  return isListed ? of.workspaceId : findPublicWorkspaceId(db);
}

function getPayloadRow(workspaceId: string): string {
  return `registration:${workspaceId}`;
}

async function audit(
  { db, now }: Work,
  entry: Guest & { action: string; workspaceId: string; subjectId: string },
): Promise<void> {
  await recordAudit(db, { ...entry, actorId: null, detail: {}, now });
}
