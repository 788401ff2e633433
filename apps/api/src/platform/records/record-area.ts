import { recordInfo, type RecordType } from '@handover/contract/records.ts';
import { forbidden } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import { isOpenTo } from '#platform/session/areas.ts';

/** Whether the workspace opens the area of a record type to this member. */
export function isRecordAreaOpen(member: Member, type: RecordType): boolean {
  return isOpenTo(member, recordInfo[type].area);
}

/** Throws FORBIDDEN where the workspace closes the area of a record type to this member. */
export function requireRecordArea(member: Member, type: RecordType): void {
  if (!isRecordAreaOpen(member, type))
    throw forbidden('Staff in this workspace have no access to this area.');
}
