import * as accountMembers from '../customers/account-members.ts';
import * as activities from '../records/activities.ts';
import * as agreements from '../agreements/agreements.ts';
import type { ApiNoun, ApiScope } from '../settings/api-keys.ts';
import { apiScopes } from '../settings/api-keys.ts';
import { getProfile } from '../auth/auth.ts';
import { listPlanChoices } from '../settings/billing.ts';
import * as businessOverview from '../businesses/business-overview.ts';
import * as businesses from '../businesses/businesses.ts';
import * as buyerInquiries from '../buyers/buyer-inquiries.ts';
import * as businessGates from '../businesses/business-gates.ts';
import * as buyerMatches from '../buyers/buyer-matches.ts';
import * as buyers from '../buyers/buyers.ts';
import * as commissions from '../commission/commissions.ts';
import * as contacts from '../customers/contacts.ts';
import * as conversations from '../conversations/conversations.ts';
import { listCustomFields } from '../records/custom-fields.ts';
import * as customerChanges from '../customers/customer-changes.ts';
import * as customers from '../customers/customers.ts';
import * as dataRooms from '../documents/data-rooms.ts';
import * as dealClosing from '../deals/deal-closing.ts';
import * as dealMoves from '../deals/deal-moves.ts';
import * as dealOffers from '../deals/deal-offers.ts';
import * as dealReports from '../deals/deal-reports.ts';
import * as deals from '../deals/deals.ts';
import * as diligenceRequests from '../deals/diligence-requests.ts';
import * as documentFolders from '../documents/document-folders.ts';
import * as documentContent from '../documents/document-content.ts';
import * as uploads from '../records/uploads.ts';
import * as documents from '../documents/documents.ts';
import { isRead, type Endpoint } from './endpoint.ts';
import * as engagementLetters from '../businesses/engagement-letters.ts';
import * as files from '../records/files.ts';
import * as financials from '../businesses/financials.ts';
import * as imports from '../records/imports.ts';
import * as licenses from '../settings/licenses.ts';
import * as proofOfFunds from '../buyers/proof-of-funds.ts';
import * as roomQuestions from '../documents/room-questions.ts';
import * as sharedLinks from '../documents/shared-links.ts';
import * as notes from '../records/notes.ts';
import * as profiles from '../profiles.ts';
import * as tags from '../records/tags.ts';
import * as tasks from '../tasks/tasks.ts';
import * as valuations from '../businesses/valuations.ts';
import { listMembers } from '../settings/workspaces.ts';

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
