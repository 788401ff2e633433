import { randomInt } from 'node:crypto';
import { attachLoginToCustomer } from '#features/auth/auth.queries.ts';
import type { Work } from '#platform/work.ts';
import { createWorkspace } from '#workflows/create-workspace/create-workspace.routes.ts';
import { writeSampleRecords } from './sample-records.ts';
import type { MailParts } from './sample-profiles.ts';
import type { FileParts } from './sample-rooms.ts';
import { joinWorkspace, writeSampleLogins } from './sample-logins.ts';
import { writeSamplePlans } from './sample-plans.ts';

/** The workspaces of spec section 2; the first has exactly the spec's counts. */
const teams = [
  {
    name: 'Team 1',
    plan: 'Free',
    customers: 24,
    businesses: 24,
    tasks: 5,
    notifications: 5,
    seed: 1,
    blog: 'published',
  },
  {
    name: 'Team 2',
    plan: 'Pro',
    customers: 64,
    businesses: 60,
    tasks: 30,
    notifications: 8,
    seed: 2,
    blog: 'drafts',
    hasFields: true,
    hasDeals: true,
  },
  {
    name: 'Team 3',
    plan: 'Pro',
    customers: 12,
    businesses: 10,
    tasks: 6,
    notifications: 2,
    seed: 3,
    blog: null,
  },
] as const;

/** Fills a new installation with sample workspaces and one login per role; returns lines that describe the logins. */
export async function writeSampleData(work: Work, parts: MailParts & FileParts): Promise<string[]> {
  const password = parts.config.samplePassword ?? makePassword();
  const logins = await writeSampleLogins(work, password);
  await writeSamplePlans(work);
  for (const team of teams) {
    const workspaceId = await createWorkspace(work, {
      name: team.name,
      plan: team.plan,
      isSample: true,
      mailAddress: `${team.name.toLowerCase().replace(' ', '')}@handover.test`,
      postalAddress: '100 Harbor Street\nBoston, MA 02110',
    });
    const hasClient = team.name === 'Team 1';
    await joinWorkspace(work, { workspaceId, logins, withClient: hasClient });
    const customer = await writeSampleRecords(work, { workspaceId, logins, parts, ...team });
    if (hasClient && customer.email !== null)
      await attachLoginToCustomer(work.db, {
        workspaceId,
        customerId: customer.id,
        userId: logins.client,
        email: customer.email,
      });
  }
  return [
    `Sample logins: superadmin@, admin@, staff@ and client@handover.test`,
    `Password:      ${password}`,
  ];
}

const syllables = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'haven',
  'iris',
  'juniper',
  'kelp',
  'lumen',
  'maple',
  'north',
  'opal',
  'pine',
  'quartz',
  'river',
  'sage',
  'tide',
  'umber',
  'vale',
  'willow',
  'yarrow',
] as const;

/** Four words and a number: easy to type from a terminal. */
function makePassword(): string {
  const words = Array.from({ length: 4 }, () => syllables[randomInt(syllables.length)]);
  return `${words.join('-')}-${String(randomInt(10, 100))}`;
}
