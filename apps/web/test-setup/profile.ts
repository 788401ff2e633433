import type { Profile } from '@handover/contract/auth/auth.ts';

const workspaceId = '0199a000-0000-7000-8000-000000000001';

/** A signed-in ADMIN of Team 1, with overrides from the test. */
export function aProfile(changes: Partial<Profile> = {}): Profile {
  return {
    id: '0199a000-0000-7000-8000-0000000000aa',
    role: 'ADMIN',
    displayName: 'Avery Whitfield',
    email: 'avery@handover.test',
    phone: null,
    photoURL: null,
    version: 1,
    workspaces: [{ id: workspaceId, name: 'Team 1', plan: 'Free', logoUrl: null, role: 'ADMIN' }],
    workspaceId,
    isMember: true,
    timeZone: 'America/Chicago',
    today: '2026-11-21',
    areas: ['dashboard', 'users', 'tasks', 'documents', 'business-center', 'settings'],
    customerId: null,
    customers: [],
    announcement: null,
    hasPostalAddress: true,
    deliversEmail: true,
    twoStep: null,
    stageNames: { staff: {}, client: {} },
    ...changes,
  };
}
