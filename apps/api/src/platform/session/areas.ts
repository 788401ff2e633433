import { roleLevels, type Area } from '@handover/contract/roles.ts';
import type { Member } from './actor.ts';

/** Whether the workspace's policy still opens an area to this member; only staff depend on it. */
export function isOpenTo(member: Member, area: Area): boolean {
  return member.level !== roleLevels.STAFF || member.areas.includes(area);
}
