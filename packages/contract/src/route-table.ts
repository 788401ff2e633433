import * as accessGrants from './access-grants.ts';
import * as accountSecurity from './account-security.ts';
import * as agreementTemplates from './agreement-templates.ts';
import * as apiKeys from './api-keys.ts';
import { apiModules } from './api-scope-table.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as backups from './backups.ts';
import * as billing from './billing.ts';
import * as buyerMatchingSettings from './buyer-matching-settings.ts';
import * as bulk from './bulk.ts';
import * as catalogs from './catalogs.ts';
import * as clientTasks from './client-tasks.ts';
import * as closingChecklists from './closing-checklists.ts';
import * as commissionSettings from './commission-settings.ts';
import * as customFields from './custom-fields.ts';
import * as calendarFeed from './calendar-feed.ts';
import * as dashboard from './dashboard.ts';
import * as directory from './directory.ts';
import * as emailDrafts from './email-drafts.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as guests from './guests.ts';
import * as health from './health.ts';
import * as installation from './installation.ts';
import * as installationSettings from './installation-settings.ts';
import * as installationWorkspaces from './installation-workspaces.ts';
import * as imapAccounts from './imap-accounts.ts';
import * as inquiryWebhook from './inquiry-webhook.ts';
import * as legalHolds from './legal-holds.ts';
import * as mailAccount from './mail-account.ts';
import * as mailTemplates from './mail-templates.ts';
import * as messageSearch from './message-search.ts';
import * as merges from './merges.ts';
import * as members from './members.ts';
import * as notificationChoices from './notification-choices.ts';
import * as notifications from './notifications.ts';
import * as passkeys from './passkeys.ts';
import * as photos from './photos.ts';
import * as posts from './posts.ts';
import * as quarantines from './quarantines.ts';
import * as savedViews from './saved-views.ts';
import * as search from './search.ts';
import * as stateRules from './state-rules.ts';
import * as superadmins from './superadmins.ts';
import * as triage from './triage.ts';
import * as unsubscribing from './unsubscribe.ts';
import * as valuationTables from './valuation-tables.ts';
import * as webhooks from './webhooks.ts';
import * as workspaceLimits from './workspace-limits.ts';
import * as workspaceSettings from './workspace-settings.ts';
import * as workspaces from './workspaces.ts';

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
