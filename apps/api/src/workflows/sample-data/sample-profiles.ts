import type { ProfileSection } from '@handover/contract/profiles.ts';
import { answerApproval } from '#features/profiles/answer-approval.ts';
import { findApproval, findSeller } from '#features/profiles/approvals.queries.ts';
import { changeProfile, createProfile, releaseVersion } from '#features/profiles/profiles.service.ts';
import { sendForApproval } from '#features/profiles/request-approval.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { backdate } from './sample-businesses.ts';

/** Dependencies of sending for approval. */
export type MailParts = Pick<Platform, 'config' | 'keyring' | 'mail'>;

/** A teaser from the record, approved by the seller two days after it was sent, and released to the public. */
export async function writeTeaser(
  work: Work,
  admin: Member,
  { parts, businessId, days }: { parts: MailParts; businessId: string; days: number },
): Promise<void> {
  const { workspaceId } = admin;
  const seller = await findSeller(work.db, { workspaceId, businessId });
  if (seller === null) return;
  const draft = await createProfile(backdate(work, days), admin, { businessId, kind: 'teaser' });
  const { id: profileId, title, version } = draft;
  const sections = draft.sections.map((section) => ({ ...section, text: writeText(section) }));
  const edited = await changeProfile(backdate(work, days), admin, {
    profileId,
    input: { version, title, sections },
  });
  // A profile with leak-check findings stays a draft that shows them.
  if (edited.findings.length > 0) return;
  const { profile } = await sendForApproval(backdate(work, days + 1), admin, {
    platform: parts,
    profileId,
    input: { version: edited.version, delivery: 'link' },
  });
  const [sent] = profile.versions;
  const row = await findApproval(work.db, { workspaceId, approvalId: sent?.approval?.id ?? '' });
  if (row === null || sent === undefined) throw new Error('A teaser that was sent waits for its answer');
  await answerApproval(
    backdate(work, days + 3),
    { row, decider: { userId: null, linkId: null, name: seller.name } },
    {
      input: { decision: 'approved' },
      request: { ip: '192.0.2.20', headers: { 'user-agent': 'Sample data' } },
    },
  );
  await releaseVersion(backdate(work, days + 4), admin, { profileId, number: sent.number });
}

/** Texts that replace the template's instructions. */
const answers: Readonly<Record<string, string>> = {
  Overview:
    'It serves a loyal base of patients with a full range of services. Staff, systems, and referral sources are in place, and the work does not depend on the owner alone.',
  Highlights:
    '- Experienced staff who intend to stay\n- A balanced payer mix without dependence on one contract\n- Well-kept equipment and room to grow',
  'Financial summary': 'Three years of financial statements are available after a signed NDA.',
  Transition:
    'The owner is retiring and will stay up to twelve months after the sale to introduce patients, staff, and referral sources.',
};

function writeText({ heading, text }: ProfileSection): string {
  const kept = text.split('\n').filter((line) => !/^(- )?\[.*\]$/.test(line));
  return kept.length === text.split('\n').length ? text : [...kept, answers[heading] ?? ''].join('\n').trim();
}
