import type { AccessGrant, inviteGrantee } from '@handover/contract/records/access-grants.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { SentInvitation } from '#platform/links/invitations.ts';
import type { GrantRow } from './access-grants.queries.ts';

export function presentInvite(
  invite: SentInvitation,
  email: string,
): ResponseOf<typeof inviteGrantee>['invite'] {
  return { email, expiresAt: invite.expiresAt.toISOString(), link: invite.link };
}

export function presentGrant(
  row: GrantRow,
  recordType: RecordType,
  abilities: AccessGrant['abilities'],
): AccessGrant {
  // No one has proved yet that they own an unverified address.
  const personId = row.state === 'unverified' ? null : (row.person_id ?? row.user_id);
  return {
    id: row.id,
    recordType,
    recordId: row.record_id,
    person:
      personId === null || row.person_name === null ? null : { id: personId, displayName: row.person_name },
    email: row.email_key,
    state: row.state,
    level: row.level,
    documentLevel: row.document_level,
    grantedBy: { id: row.granted_by, displayName: row.giver_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    abilities,
  };
}
