import * as accountMembers from './account-members.ts';
import * as activities from './activities.ts';
import * as agreements from './agreements.ts';
import type { ApiNoun, ApiScope } from './api-keys.ts';
import { apiScopes } from './api-keys.ts';
import { getProfile } from './auth.ts';
import { listPlanChoices } from './billing.ts';
import * as businessOverview from './business-overview.ts';
import * as businesses from './businesses.ts';
import * as buyerInquiries from './buyer-inquiries.ts';
import * as businessGates from './business-gates.ts';
import * as buyerMatches from './buyer-matches.ts';
import * as buyers from './buyers.ts';
import * as commissions from './commissions.ts';
import * as contacts from './contacts.ts';
import * as conversations from './conversations.ts';
import { listCustomFields } from './custom-fields.ts';
import * as customerChanges from './customer-changes.ts';
import * as customers from './customers.ts';
import * as dataRooms from './data-rooms.ts';
import * as dealClosing from './deal-closing.ts';
import * as dealMoves from './deal-moves.ts';
import * as dealOffers from './deal-offers.ts';
import * as dealReports from './deal-reports.ts';
import * as deals from './deals.ts';
import * as diligenceRequests from './diligence-requests.ts';
import * as documentFolders from './document-folders.ts';
import * as documentContent from './document-content.ts';
import * as uploads from './uploads.ts';
import * as documents from './documents.ts';
import { isRead, type Endpoint } from './endpoint.ts';
import * as engagementLetters from './engagement-letters.ts';
import * as files from './files.ts';
import * as financials from './financials.ts';
import * as imports from './imports.ts';
import * as licenses from './licenses.ts';
import * as proofOfFunds from './proof-of-funds.ts';
import * as roomQuestions from './room-questions.ts';
import * as sharedLinks from './shared-links.ts';
import * as notes from './notes.ts';
import * as profiles from './profiles.ts';
import * as tags from './tags.ts';
import * as tasks from './tasks.ts';
import * as valuations from './valuations.ts';
import { listMembers } from './workspaces.ts';

/** The modules with endpoints that API keys can call, by the name of their scope. */
export const apiModules: Readonly<Record<ApiNoun, Readonly<Record<string, unknown>>>> = {
  customers: { ...customers, ...customerChanges, ...accountMembers, ...tags, listPlanChoices },
  notes,
  tasks,
  activities,
  conversations,
  businesses: {
    ...businesses,
    ...businessOverview,
    ...businessGates,
    ...engagementLetters,
    ...financials,
    ...licenses,
    ...profiles,
    ...valuations,
  },
  contacts,
  commissions,
  deals: { ...deals, ...dealClosing, ...diligenceRequests, ...dealMoves, ...dealOffers, ...dealReports },
  buyers: { ...buyers, ...buyerMatches, ...buyerInquiries, ...proofOfFunds },
  agreements,
  documents: {
    ...documents,
    ...uploads,
    ...documentContent,
    ...documentFolders,
    ...dataRooms,
    ...roomQuestions,
    ...sharedLinks,
  },
  files,
  imports,
  members: { listMembers },
};

/**
 * The scope that an API key needs for each endpoint that keys can call; `any` accepts every key, `record` a key with
 * access to the record type of the request. Endpoints missing here are closed to keys: settings, people, passwords,
 * other keys.
 */
export const scopeByEndpoint: ReadonlyMap<Endpoint, ApiScope | 'any' | 'record'> = new Map([
  [getProfile, 'any'],
  [listCustomFields, 'record'],
  ...Object.entries(apiModules).flatMap(([noun, module]) => listScopes(noun, module)),
]);

function listScopes(noun: string, module: Readonly<Record<string, unknown>>): [Endpoint, ApiScope][] {
  return Object.values(module)
    .filter(isOpenToKeys)
    .flatMap((endpoint) => {
      const name = `${noun}:${isRead(endpoint) ? 'read' : 'write'}`;
      const scope = apiScopes.find((known) => known === name);
      return scope === undefined ? [] : [[endpoint, scope] as const satisfies [Endpoint, ApiScope]];
    })
    .map(([endpoint, scope]) => [endpoint, scope]);
}

function isOpenToKeys(value: unknown): value is Endpoint {
  if (typeof value !== 'object' || value === null || !('access' in value)) return false;
  const { access } = value;
  return typeof access === 'object' && access !== null && 'kind' in access && access.kind === 'member';
}
