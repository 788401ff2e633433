import { roleLevels, type Area } from '@handover/contract/roles.ts';
import type { Member } from './actor.ts';

/** Whether an area is open to the member; the workspace policy restricts only staff. */
export function isOpenTo(member: Member, area: Area): boolean {
  return member.level !== roleLevels.STAFF || member.areas.includes(area);
}
