import type { ApiKey } from '@handover/contract/settings/api-keys.ts';
import type { InstallationSettings } from '@handover/contract/installation/installation-settings.ts';
import type { MailAccount } from '@handover/contract/conversations/mail-account.ts';
import type { Person } from '@handover/contract/settings/members.ts';
import { standardPipeline } from '@handover/contract/businesses/pipeline.ts';
import type { Webhook } from '@handover/contract/settings/webhooks.ts';
import type { WorkspaceSettings } from '@handover/contract/settings/workspace-settings.ts';
import { anId } from './records.ts';

const time = '2026-11-20T15:00:00.000Z';

/** Settings of a workspace as an administrator gets them. */
export function someSettings(changes: Partial<WorkspaceSettings> = {}): WorkspaceSettings {
  return {
    name: 'Team 1',
    logoUrl: null,
    timeZone: 'America/Chicago',
    currency: 'USD',
    postalAddress: '',
    announcement: null,
    staffAccess: ['users', 'tasks'],
    recordScope: 'all',
    twoStepFor: 'nobody',
    twoStepGraceDays: 7,
    trashRetentionDays: null,
    closedDealRetentionYears: 7,
    pipeline: standardPipeline,
    version: 1,
    ...changes,
  };
}

/** Settings of the installation as a superadmin gets them. */
export function someInstallation(changes: Partial<InstallationSettings> = {}): InstallationSettings {
  const none = { people: null, customers: null };
  return {
    name: 'Harbor',
    tagline: 'Sold with care',
    logoUrl: null,
    supportEmail: null,
    supportPhone: null,
    publicWorkspaceId: null,
    workspaces: [],
    planLimits: { Free: { ...none, people: 25 }, Pro: none },
    version: 1,
    ...changes,
  };
}

/** A member of the workspace. */
export function aPerson(number: number, changes: Partial<Person> = {}): Person {
  return {
    id: anId(number),
    displayName: `Person ${String(number)}`,
    email: `person-${String(number)}@handover.test`,
    photoURL: null,
    role: 'STAFF',
    status: 'active',
    joinedAt: time,
    lastSeenAt: time,
    deactivatedAt: null,
    version: 1,
    hasSecondFactor: false,
    hasPasskey: false,
    can: { changeRole: true, deactivate: true, reactivate: false, removeSecondFactor: false },
    ...changes,
  };
}

/** A shared mailbox without its own server. */
export function aMailAccount(changes: Partial<MailAccount> = {}): MailAccount {
  return {
    name: 'Team 1',
    address: 'office@handover.test',
    sentAs: 'office@handover.test',
    server: null,
    delivery: 'installation',
    lastTest: null,
    inboundSince: null,
    version: 1,
    ...changes,
  };
}

export function anApiKey(number: number, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: anId(number),
    name: `Key ${String(number)}`,
    hint: 'abcd',
    owner: { id: anId(99), displayName: 'Avery' },
    scopes: ['customers:read'],
    createdAt: time,
    expiresAt: '2027-11-20T15:00:00.000Z',
    lastUsedAt: null,
    status: 'active',
    ...changes,
  };
}

export function aWebhook(number: number, changes: Partial<Webhook> = {}): Webhook {
  return {
    id: anId(number),
    url: 'https://hooks.example.com/in',
    description: null,
    events: ['customer.created'],
    isEnabled: true,
    disabledReason: null,
    failingSince: null,
    oldSecretUntil: null,
    createdAt: time,
    version: 1,
    ...changes,
  };
}
