import * as contract from '@handover/contract/records/directory.ts';
import type { Colleague } from '@handover/contract/records/directory.ts';
import type { Routes } from '#platform/http/routes.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { countByBroker, listColleagues } from './directory.queries.ts';
import { isOpenTo } from '#platform/session/access.ts';

export function directoryRoutes(routes: Routes): void {
  routes.add(contract.listDirectory, async ({ actor, work }) => ({ people: await list(work, actor) }));
}

/** All active colleagues, each with the number of customers that the actor may see. */
async function list({ db }: Work, actor: Member): Promise<Colleague[]> {
  const { workspaceId, userId, scope } = actor;
  const isOpen = isOpenTo(actor, 'users');
  const ofUserId = scope === 'own' ? userId : null;
  const counts = isOpen ? await countByBroker(db, { workspaceId, ofUserId }) : new Map<string, number>();
  return (await listColleagues(db, workspaceId)).map((row) => ({
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    phone: row.phone,
    photoURL: findPhotoUrl(row.photo_key),
    role: row.is_superadmin ? 'SUPERADMIN' : row.role,
    customerCount: isOpen && (ofUserId === null || ofUserId === row.id) ? (counts.get(row.id) ?? 0) : null,
  }));
}
