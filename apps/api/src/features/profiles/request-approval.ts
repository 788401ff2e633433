import { lowerFirst } from '@handover/domain/text/letter-case.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import {
  approvalDays,
  profileKindNames,
  type Profile,
  type requestApproval,
} from '@handover/contract/profiles.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { createLink, createLinkUrl } from '#platform/links/links.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { findSeller, insertApproval, isVersionApproved, replacePending } from './approvals.queries.ts';
import { isSameText } from './profiles.presenter.ts';
import { insertVersion, listVersions, lockProfile, type ProfileRow } from './profiles.queries.ts';
import { loadProfile, recordEvent, assertNoFindings, reloadProfile } from './profiles.service.ts';

type Parts = Pick<Platform, 'config' | 'keyring' | 'mail'>;
type Seller = NonNullable<Awaited<ReturnType<typeof findSeller>>>;

const linkMinutes = approvalDays * 24 * 60;

/**
 * Sends the draft to the seller: as a new version, unless it is the latest one. An earlier request ends. Throws
 * NOT_FOUND, STALE_VERSION, RULE_BROKEN with findings, without a seller or an email address, or for a banned seller.
 */
export async function sendForApproval(
  work: Work,
  actor: Member,
  {
    platform,
    profileId,
    input: { version, delivery },
  }: { platform: Parts; profileId: string; input: BodyOf<typeof requestApproval> },
): Promise<{ profile: Profile; link: string | null }> {
  const { workspaceId, userId } = actor;
  await loadProfile(work, actor, profileId);
  await lockProfile(work.db, { workspaceId, profileId });
  const row = await loadProfile(work, actor, profileId);
  if (row.version !== version) throw staleVersion(await reloadProfile(work, actor, profileId));
  await assertNoFindings(work, row, row);
  const seller = await findSeller(work.db, { workspaceId, businessId: row.business_id });
  if (seller === null) throw new AppError('RULE_BROKEN', 'Enter the owner of the business first.');
  if (seller.status !== 'active')
    throw new AppError('RULE_BROKEN', 'The owner is banned. Lift the ban on the customer’s page first.');
  if (delivery === 'email' && seller.email === null)
    throw new AppError('RULE_BROKEN', 'The owner has no email address. Add one, or create a link to share.');
  const number = await getDraftVersion(work, actor, row);
  if (await isVersionApproved(work.db, { workspaceId, profileId, number }))
    throw new AppError('RULE_BROKEN', 'The owner has already approved this text.');
  await replacePending(work.db, { workspaceId, profileId, now: work.now });
  const isEmailed = delivery === 'email' && platform.mail.kind === 'smtp';
  const approvalId = newId();
  await insertApproval(work.db, {
    workspace_id: workspaceId,
    id: approvalId,
    profile_id: profileId,
    number,
    requested_by: userId,
    requested_at: work.now,
    sent_to: isEmailed ? seller.email : null,
    deadline: addMinutes(work.now, linkMinutes),
  });
  work.audit({ kind: row.kind, number });
  await recordEvent(work, { row, event: 'sent', actorId: userId });
  await notifySeller(work, row, seller);
  const link = await sendLink(work, actor, { platform, row, approvalId, seller, isEmailed });
  return { profile: await reloadProfile(work, actor, profileId), link: isEmailed ? null : link };
}

/** The number of the draft's text as a version. */
async function getDraftVersion(
  work: Work,
  { workspaceId, userId }: Member,
  row: ProfileRow,
): Promise<number> {
  const { id: profileId, title, sections } = row;
  const [latest] = await listVersions(work.db, { workspaceId, profileIds: [profileId] });
  if (latest !== undefined && isSameText(row, latest)) return latest.number;
  const number = (latest?.number ?? 0) + 1;
  await insertVersion(work.db, {
    workspaceId,
    profileId,
    number,
    title,
    sections,
    createdBy: userId,
    now: work.now,
  });
  return number;
}

async function notifySeller(work: Work, row: ProfileRow, seller: Seller): Promise<void> {
  await notify(work, {
    workspaceId: row.workspace_id,
    userIds: seller.user_id === null ? [] : [seller.user_id],
    type: 'profile.requested',
    title: `${seller.workspace_name} has asked you to approve the ${lowerFirst(profileKindNames[row.kind])} for ${row.business_name}`,
    customerId: seller.id,
  });
}

async function sendLink(
  work: Work,
  actor: Member,
  {
    platform,
    row,
    approvalId,
    seller,
    isEmailed,
  }: { platform: Parts; row: ProfileRow; approvalId: string; seller: Seller; isEmailed: boolean },
): Promise<string> {
  const { email } = seller;
  const { secret } = await createLink(work, {
    kind: 'approve',
    lifetimeMinutes: linkMinutes,
    workspaceId: actor.workspaceId,
    approvalId,
    customerId: seller.id,
    createdBy: actor.userId,
    isEmailed,
    ...(isEmailed && email !== null && { email }),
  });
  const link = createLinkUrl(platform.config.publicUrl, '/approve', secret);
  if (isEmailed && email !== null)
    await queueSystemMail(work, platform, {
      to: email,
      subject: `Please approve: ${row.title}`,
      text: `${actor.displayName} at ${seller.workspace_name} has asked you to approve the ${lowerFirst(profileKindNames[row.kind])} for ${row.business_name} before buyers see it.\n\nReview it and respond within ${String(approvalDays)} days:\n\n${link}\n\nThis link is only for you and can be used to respond once. Do not forward it.\n`,
    });
  return link;
}
