import { isClosed } from '@handover/contract/businesses/business-stages.ts';
import type {
  Approval,
  ApprovalRequest,
  ApprovalState,
  Approving,
  Finding,
  Profile,
  ProfileReading,
  ProfileVersion,
} from '@handover/contract/profiles.ts';
import { findLeaks, type IdentifyingFacts } from '@handover/domain/leak-check/leak-check.ts';
import { findPlaceholders, type ProfileText } from '@handover/domain/profiles/profile-text.ts';
import type { ApprovalRow } from './approvals.queries.ts';
import type { ProfileRow, VersionRow } from './profiles.queries.ts';

/** Problems to fix before a text is sent. Without facts, the leak check is skipped: a CIM names the business. */
export function listFindings(text: ProfileText, facts: IdentifyingFacts | null): Finding[] {
  const parts = [
    { section: null, isHeading: false, source: text.title },
    ...text.sections.flatMap(({ heading, text: body }, section) => [
      { section, isHeading: true, source: heading },
      { section, isHeading: false, source: body },
    ]),
  ];
  return parts.flatMap(({ source, ...where }) =>
    [
      ...(facts === null ? [] : findLeaks(source, facts)),
      ...findPlaceholders(source).map((found) => ({ ...found, kind: 'placeholder' as const })),
    ].map(({ kind, start, end }) => ({ ...where, kind, start, end, passage: source.slice(start, end) })),
  );
}

export function presentProfile(
  row: ProfileRow,
  { versions, facts, now }: { versions: readonly VersionRow[]; facts: IdentifyingFacts | null; now: Date },
): Profile {
  const own = versions.filter((version) => version.profile_id === row.id);
  const isPublic =
    row.kind === 'teaser' &&
    row.released_at !== null &&
    row.business_deleted_at === null &&
    !isClosed(row.business_stage);
  return {
    id: row.id,
    businessId: row.business_id,
    kind: row.kind,
    title: row.title,
    sections: row.sections,
    findings: listFindings(row, row.kind === 'teaser' ? facts : null),
    isChanged: !isSameText(row, own[0]),
    versions: own.map((version) => presentVersion(version, now)),
    released:
      row.released_number === null || row.released_at === null
        ? null
        : { number: row.released_number, at: row.released_at.toISOString() },
    publicPath: isPublic ? toTeaserPath(row) : null,
    viewCount: row.view_count ?? 0,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** Whether two texts are equal. */
export function isSameText(a: ProfileText, b: ProfileText | undefined): boolean {
  const keyOf = ({ title, sections }: ProfileText): string =>
    JSON.stringify([title, sections.map(({ heading, text }) => [heading, text])]);
  return b !== undefined && keyOf(a) === keyOf(b);
}

export function getApprovalState(
  { status, deadline }: Pick<ApprovalRow, 'status' | 'deadline'>,
  now: Date,
): ApprovalState {
  return status === 'pending' && deadline <= now ? 'overdue' : status;
}

/** The profile as the seller reads it. */
export function presentApproving(row: ApprovalRow, now: Date): Approving {
  return { ...presentRequest(row, now), sections: row.sections };
}

export function presentRequest(row: ApprovalRow, now: Date): ApprovalRequest {
  return {
    id: row.id,
    state: getApprovalState(row, now),
    kind: row.kind,
    businessId: row.business_id,
    businessName: row.business_name,
    workspaceName: row.workspace_name,
    senderName: row.sender_name,
    deadline: row.deadline.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    title: row.title,
  };
}

export function presentReading({ number, title, sections }: ProfileReading): ProfileReading {
  return { number, title, sections };
}

function presentVersion(row: VersionRow, now: Date): ProfileVersion {
  return {
    number: row.number,
    createdBy: { id: row.created_by, displayName: row.author_name },
    createdAt: row.created_at.toISOString(),
    approval: presentApproval(row, now),
  };
}

function presentApproval(row: VersionRow, now: Date): Approval | null {
  const { approval_id: id, status, requested_by: requestedBy, sender_name: sender } = row;
  const { requested_at: requestedAt, deadline } = row;
  if (
    id === null ||
    status === null ||
    requestedBy === null ||
    sender === null ||
    requestedAt === null ||
    deadline === null
  )
    return null;
  return {
    id,
    state: getApprovalState({ status, deadline }, now),
    requestedBy: { id: requestedBy, displayName: sender },
    requestedAt: requestedAt.toISOString(),
    sentTo: row.sent_to,
    deadline: deadline.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    deciderName: row.decider_name,
    reason: row.reason,
  };
}

/** The public page of a released teaser. */
export function toTeaserPath({
  workspace_id: workspaceId,
  id,
}: {
  workspace_id: string;
  id: string;
}): string {
  return `/teaser?workspace=${workspaceId}&id=${id}`;
}
