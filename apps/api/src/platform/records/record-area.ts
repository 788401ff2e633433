import { recordInfo, type RecordType } from '@handover/contract/records.ts';
import { forbidden } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import { isOpenTo } from '#platform/session/access.ts';

/** Whether a record type is open: its area to the member, and its API scope to the key of the request, if any. */
export function isRecordAreaOpen(member: Member, type: RecordType): boolean {
  return isOpenTo(member, recordInfo[type].area) && isOpenToKey(member, type);
}

/** Throws FORBIDDEN where a record type is closed. */
export function requireRecordArea(member: Member, type: RecordType): void {
  if (!isOpenToKey(member, type)) throw forbidden(`This API key has no scope for ${recordInfo[type].many}.`);
  if (!isRecordAreaOpen(member, type))
    throw forbidden('Staff in this workspace have no access to this area.');
}

function isOpenToKey({ apiNouns }: Member, type: RecordType): boolean {
  return apiNouns === null || apiNouns.includes(recordInfo[type].many);
}
