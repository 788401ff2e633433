import { insertMembership, insertUser } from '#features/auth/auth.queries.ts';
import { hashPassword } from '#lib/password-hash.ts';
import { newId } from '#lib/ids.ts';
import type { Work } from '#platform/work.ts';

const people = {
  superadmin: { displayName: 'Morgan Reyes', email: 'superadmin@handover.test' },
  admin: { displayName: 'Avery Collins', email: 'admin@handover.test' },
  staff: { displayName: 'Jordan Blake', email: 'staff@handover.test' },
  client: { displayName: 'Amara Abbott', email: 'client@handover.test' },
} as const;

export type SampleLogins = Readonly<Record<keyof typeof people, string>>;

/** One login per role, all with the same password; returns their ids. */
export async function writeSampleLogins(work: Work, password: string): Promise<SampleLogins> {
  const passwordHash = await hashPassword(password);
  const ids = { superadmin: newId(), admin: newId(), staff: newId(), client: newId() };
  for (const role of ['superadmin', 'admin', 'staff', 'client'] as const) {
    await insertUser(work.db, {
      id: ids[role],
      ...people[role],
      passwordHash,
      isSuperadmin: role === 'superadmin',
      isAddressProven: false,
      isSample: true,
      now: work.now,
    });
  }
  return ids;
}

/** Puts the admin, the staff member and, on request, the client into a workspace. */
export async function joinWorkspace(
  work: Work,
  { workspaceId, logins, withClient }: { workspaceId: string; logins: SampleLogins; withClient: boolean },
): Promise<void> {
  const { now } = work;
  await insertMembership(work.db, { workspaceId, userId: logins.admin, role: 'ADMIN', now });
  await insertMembership(work.db, { workspaceId, userId: logins.staff, role: 'STAFF', now });
  if (withClient)
    await insertMembership(work.db, { workspaceId, userId: logins.client, role: 'CLIENT', now });
}
