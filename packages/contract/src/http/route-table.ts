import * as accessGrants from '../records/access-grants.ts';
import * as accountSecurity from '../auth/account-security.ts';
import * as agreementTemplates from '../agreements/agreement-templates.ts';
import * as apiKeys from '../settings/api-keys.ts';
import { apiModules } from './api-scope-table.ts';
import * as audit from '../settings/audit.ts';
import * as auth from '../auth/auth.ts';
import * as backups from '../installation/backups.ts';
import * as billing from '../settings/billing.ts';
import * as buyerMatchingSettings from '../buyers/buyer-matching-settings.ts';
import * as bulk from '../records/bulk.ts';
import * as catalogs from '../records/catalogs.ts';
import * as clientTasks from '../tasks/client-tasks.ts';
import * as closingChecklists from '../deals/closing-checklists.ts';
import * as commissionSettings from '../commission/commission-settings.ts';
import * as customFields from '../records/custom-fields.ts';
import * as calendarFeed from '../tasks/calendar-feed.ts';
import * as dashboard from '../dashboard.ts';
import * as directory from '../records/directory.ts';
import * as emailDrafts from '../conversations/email-drafts.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as guests from '../auth/guests.ts';
import * as health from './health.ts';
import * as installation from '../installation/installation.ts';
import * as installationSettings from '../installation/installation-settings.ts';
import * as installationWorkspaces from '../installation/installation-workspaces.ts';
import * as imapAccounts from '../conversations/imap-accounts.ts';
import * as inquiryWebhook from '../buyers/inquiry-webhook.ts';
import * as legalHolds from '../documents/legal-holds.ts';
import * as mailAccount from '../conversations/mail-account.ts';
import * as mailTemplates from '../conversations/mail-templates.ts';
import * as messageSearch from '../conversations/message-search.ts';
import * as merges from '../records/merges.ts';
import * as members from '../settings/members.ts';
import * as notificationChoices from '../notifications/notification-choices.ts';
import * as notifications from '../notifications/notifications.ts';
import * as passkeys from '../auth/passkeys.ts';
import * as photos from '../records/photos.ts';
import * as posts from '../posts.ts';
import * as quarantines from '../documents/quarantines.ts';
import * as savedViews from '../records/saved-views.ts';
import * as search from '../records/search.ts';
import * as stateRules from '../businesses/state-rules.ts';
import * as superadmins from '../installation/superadmins.ts';
import * as triage from '../conversations/triage.ts';
import * as unsubscribing from '../customers/unsubscribe.ts';
import * as valuationTables from '../businesses/valuation-tables.ts';
import * as webhooks from '../settings/webhooks.ts';
import * as workspaceLimits from '../settings/workspace-limits.ts';
import * as workspaceSettings from '../settings/workspace-settings.ts';
import * as workspaces from '../settings/workspaces.ts';

/** Every endpoint by operation name. The web imports noun modules, never this table. */
export const routeTable: Readonly<Record<string, Endpoint>> = collect(
  ...Object.values(apiModules),
  health,
  agreementTemplates,
  guests,
  installation,
  installationSettings,
  installationWorkspaces,
  auth,
  accountSecurity,
  buyerMatchingSettings,
  passkeys,
  workspaces,
  workspaceSettings,
  workspaceLimits,
  legalHolds,
  mailAccount,
  imapAccounts,
  inquiryWebhook,
  members,
  catalogs,
  commissionSettings,
  customFields,
  billing,
  apiKeys,
  webhooks,
  audit,
  accessGrants,
  savedViews,
  merges,
  backups,
  bulk,
  quarantines,
  search,
  calendarFeed,
  mailTemplates,
  messageSearch,
  unsubscribing,
  emailDrafts,
  triage,
  photos,
  valuationTables,
  stateRules,
  superadmins,
  closingChecklists,
  notifications,
  notificationChoices,
  directory,
  posts,
  clientTasks,
  dashboard,
  events,
);

/** Fails if two different endpoints have the same name, because the second would silently replace the first. */
function collect(...modules: readonly Record<string, unknown>[]): Record<string, Endpoint> {
  const table: Record<string, Endpoint> = {};
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!isEndpoint(value)) continue;
    if (table[name] !== undefined && table[name] !== value)
      throw new Error(`Two endpoints are named ${name}`);
    table[name] = value;
  }
  return table;
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}
