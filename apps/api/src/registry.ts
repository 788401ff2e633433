import { accessGrantRoutes } from './features/access-grants/access-grants.routes.ts';
import { agreementPdfJob } from './features/agreements/agreement-pdf.job.ts';
import { agreementRecord } from './features/agreements/agreements.record.ts';
import { agreementRoutes, agreementTicketActions } from './features/agreements/agreements.routes.ts';
import { getNdaFact } from './features/agreements/agreements.public.ts';
import { activityRoutes } from './features/activities/activities.routes.ts';
import { apiKeyRoutes } from './features/settings/api-keys/api-keys.routes.ts';
import { sharedLinkRoutes } from './features/shared-links/shared-links.routes.ts';
import { auditJobs } from './features/settings/audit/audit-check.ts';
import { auditTicketActions } from './features/settings/audit/audit-export.ts';
import { auditRoutes } from './features/settings/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { accountLockoutJobs } from './features/auth/account-lockout.ts';
import { billingRoutes, clientPlanRoutes } from './features/billing/billing.routes.ts';
import { blogRoutes } from './features/blog/blog.routes.ts';
import { blogJobs } from './features/blog/publishing.ts';
import type { BusinessFactSource } from './features/businesses/gates/business-gates.service.ts';
import { getEngagementFact } from './features/commission/engagements/engagements.public.ts';
import { endOpenLetter } from './features/commission/engagements/engagements.service.ts';
import { businessRecord } from './features/businesses/businesses.record.ts';
import { businessRoutes } from './features/businesses/businesses.routes.ts';
import { financialRoutes } from './features/businesses/financials/financials.routes.ts';
import { opinionTicketActions } from './features/businesses/valuations/opinion-of-value.ts';
import { valuationRoutes } from './features/businesses/valuations/valuations.routes.ts';
import { getBuyerFacts } from './features/buyers/buyers.public.ts';
import { inquiryLive } from './features/buyers/inquiries/inquiries.queries.ts';
import { buyerBulk } from './features/buyers/buyers.bulk.ts';
import { buyerRecord } from './features/buyers/buyers.record.ts';
import { buyerRoutes } from './features/buyers/buyers.routes.ts';
import { contactRecord } from './features/contacts/contacts.record.ts';
import { contactRoutes } from './features/contacts/contacts.routes.ts';
import { canOpenAttachment } from './features/conversations/conversations.service.ts';
import {
  conversationRoutes,
  draftRoutes,
  messageSearchRoutes,
  templateRoutes,
  triageRoutes,
} from './features/conversations/conversations.routes.ts';
import { imapJobs } from './features/conversations/imap/imap-connection.ts';
import { imapAccountRoutes } from './features/conversations/imap/imap-accounts.routes.ts';
import { mailJobs } from './features/conversations/outgoing/delivery.ts';
import { templateTicketActions } from './features/conversations/mail-content.ts';
import { isTriageAttachment } from './features/conversations/triage.queries.ts';
import { conversationTicketActions } from './features/conversations/message-view.ts';
import { statementTicketActions } from './features/commission/commission-statement.ts';
import { commissionRecord } from './features/commission/commissions.record.ts';
import { commissionRoutes } from './features/commission/commissions.routes.ts';
import { engagementRoutes } from './features/commission/engagements/engagements.routes.ts';
import { dealRecord } from './features/deals/deals.record.ts';
import type { FactSource } from './features/deals/stages/deal-facts.ts';
import { endOpenDeals } from './features/deals/stages/deal-moves.service.ts';
import { getOfferFact } from './features/deals/deals.public.ts';
import { closingRoutes } from './features/deals/closing/closing.routes.ts';
import { offerRoutes } from './features/deals/offers/offers.routes.ts';
import { dealRoutes } from './features/deals/deals.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { accountMemberRoutes } from './features/customers/account-members/account-members.routes.ts';
import { customerBulk } from './features/customers/bulk/customer-bulk.ts';
import { customerRecord } from './features/customers/customers.record.ts';
import { customerRoutes } from './features/customers/customers.routes.ts';
import { duplicateRoutes } from './features/customers/duplicates/duplicates.routes.ts';
import { unsubscribingRoutes } from './features/customers/unsubscribe/unsubscribe.routes.ts';
import { createDocumentTextSearch } from './features/documents/content/text-search.ts';
import { getRoomFact } from './features/documents/documents.public.ts';
import { createDocumentRecord } from './features/documents/documents.record.ts';
import { listRecordTypesWithFiles } from './features/documents/documents.service.ts';
import { documentRoutes, documentTicketActions } from './features/documents/documents.routes.ts';
import { eventRoutes } from './features/events/events.routes.ts';
import { fileRoutes, fileTicketActions } from './features/files/files.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { backupJobs } from './features/installation/backup.job.ts';
import { backupRoutes, backupTicketActions } from './features/installation/backups.routes.ts';
import {
  installationRoutes,
  installationSettingsRoutes,
} from './features/installation/installation.routes.ts';
import { mailAccountRoutes } from './features/settings/mail/mail-account.routes.ts';
import { mailAccountJobs } from './features/settings/mail/mail-test.job.ts';
import { matchingRoutes } from './features/buyers/matching/matches.routes.ts';
import { memberRoutes } from './features/settings/members/members.routes.ts';
import { noteSearch, noteSubject } from './features/notes/notes.record.ts';
import { personSearch } from './features/settings/members/members.record.ts';
import { postLive, postSearch } from './features/blog/blog.record.ts';
import { messageSearch, messageSubject } from './features/conversations/conversations.record.ts';
import { noteRoutes } from './features/notes/notes.routes.ts';
import {
  notificationChoiceRoutes,
  notificationRoutes,
} from './features/notifications/notifications.routes.ts';
import { notificationMailJobs } from './features/notifications/notification-mail.ts';
import { loadProfileFacts, getPublicTitleFact } from './features/profiles/profiles.public.ts';
import { profileRoutes, profileTicketActions } from './features/profiles/profiles.routes.ts';
import { savedViewRoutes } from './platform/records/saved-views/saved-views.routes.ts';
import { taskRecord } from './features/tasks/tasks.record.ts';
import { setClosingTasks } from './features/tasks/closing-tasks.ts';
import { taskRoutes, clientTaskRoutes } from './features/tasks/tasks.routes.ts';
import { closingChecklistRoutes } from './features/settings/closing-checklists/closing-checklists.routes.ts';
import { stateRuleRoutes } from './features/settings/state-rules/state-rules.routes.ts';
import { valuationTableRoutes } from './features/settings/valuation/valuation-tables.routes.ts';
import { webhookJobs } from './features/settings/webhooks/deliver.ts';
import { webhookRoutes } from './features/settings/webhooks/webhooks.routes.ts';
import { managementRoutes } from './features/workspaces/management/management.routes.ts';
import { workspaceRoutes } from './features/workspaces/workspaces.routes.ts';
import type { Routes } from './platform/http/routes.ts';
import type { JobDefinition } from './platform/jobs.ts';
import { viewLive } from './platform/records/saved-views/saved-views.queries.ts';
import type { LiveSpec } from './platform/live/audience.ts';
import type { Platform } from './platform/platform.ts';
import { checkJob } from './platform/records/import/check.job.ts';
import { importJob } from './platform/records/import/import.job.ts';
import { importLive, importSearch, importSubject } from './platform/records/import/import-search.queries.ts';
import { importRoutes, importTicketActions } from './platform/records/import/imports.routes.ts';
import { undoJob } from './platform/records/import/undo.job.ts';
import { createRecords, type RecordDescriptor } from './platform/records/record.ts';
import { recordSources, type SearchSource } from './platform/records/search/search.queries.ts';
import { listTimelineSubjects } from './platform/records/timeline.ts';
import { searchRoutes } from './platform/records/search/search.routes.ts';
import { viewSearch } from './platform/records/saved-views/saved-views.search.queries.ts';
import { systemMailJobs } from './platform/system-mail.ts';
import { inquiryRoutes } from './workflows/accept-inquiry/accept-inquiry.ts';
import { inquiryWebhookRoutes } from './workflows/accept-inquiry/inquiry-webhook.ts';
import { portalMailJob } from './workflows/accept-inquiry/portal-mail.ts';
import { archiveWorkspaceRoutes } from './workflows/archive-workspace/archive-workspace.ts';
import { bulkJobs } from './platform/records/bulk/bulk.job.ts';
import { bulkLive } from './platform/records/bulk/runs.queries.ts';
import { bulkRoutes } from './platform/records/bulk/bulk.routes.ts';
import { bulkEmail } from './workflows/bulk-email/bulk-email.ts';
import { inviteBuyers } from './workflows/invite-buyers/invite-buyers.ts';
import { bulkEmailRoutes } from './workflows/bulk-email/preview-email.ts';
import { labelRoutes } from './features/customers/labels/labels.routes.ts';
import { sourceJobs } from './features/customers/labels/move-source.job.ts';
import { clientPlanJobs } from './features/billing/rename-plan.job.ts';
import { createWorkspaceRoutes } from './workflows/create-workspace/create-workspace.routes.ts';
import { customFieldRoutes } from './platform/records/custom-fields/custom-fields.routes.ts';
import { customFieldJobs } from './platform/records/custom-fields/drop-values.job.ts';
import { deactivateMemberRoutes } from './workflows/deactivate-member/deactivate-member.ts';
import { handOverJob } from './workflows/deactivate-member/hand-over.job.ts';
import { assignUnknownSenderRoutes } from './workflows/assign-unknown-sender/assign-unknown-sender.ts';
import { photoRoutes } from './platform/photos/photos.routes.ts';
import { directoryRoutes } from './features/workspaces/directory/directory.routes.ts';
import { exportRoutes, exportTicketActions } from './platform/records/export/export.routes.ts';
import { answerClientTaskRoutes } from './workflows/answer-client-task/answer-client-task.routes.ts';
import { sendProofRoutes } from './workflows/send-proof-of-funds/send-proof-of-funds.routes.ts';
import { mergeRoutes } from './workflows/merge-customers/merge-customers.routes.ts';
import { mergeSubject } from './workflows/merge-customers/merges.queries.ts';
import { mergeJobs } from './workflows/merge-customers/orphans.job.ts';
import { readTextJobs } from './workflows/check-files/read-texts.ts';
import { reviewQuarantineRoutes } from './workflows/review-quarantines/review-quarantines.routes.ts';
import { removeSecondFactorRoutes } from './workflows/remove-second-factor/remove-second-factor.ts';

/** The record types that do not depend on others. */
const describedRecords: readonly RecordDescriptor[] = [
  { ...customerRecord, bulk: { ...customerBulk, special: { email: bulkEmail } } },
  businessRecord,
  contactRecord,
  dealRecord,
  agreementRecord,
  commissionRecord,
  { ...buyerRecord, bulk: { ...buyerBulk, special: { invite: inviteBuyers } } },
  taskRecord,
];

/** All record types of the kit. */
export const allRecords: readonly RecordDescriptor[] = [
  ...describedRecords,
  createDocumentRecord(createRecords(describedRecords)),
];

/** The features that provide facts for the gates of a business. */
const businessFacts: readonly BusinessFactSource[] = [
  getEngagementFact,
  loadProfileFacts,
  getPublicTitleFact,
  getOfferFact,
  getRoomFact,
];

/** The features that provide facts for the gates of a deal. */
const dealFacts: readonly FactSource[] = [getNdaFact, getBuyerFacts, loadProfileFacts];

/** Sources of the global search, most used first. */
const searchSources: readonly SearchSource[] = [
  ...recordSources(allRecords),
  personSearch,
  postSearch,
  viewSearch,
  importSearch,
  noteSearch,
  messageSearch,
  createDocumentTextSearch(listRecordTypesWithFiles({ all: describedRecords })),
];

/** Subjects of timelines outside the record kit. */
const otherSubjects = [noteSubject, messageSubject, importSubject, mergeSubject];

/** Audiences of nouns outside the record kit. */
export const otherLive: readonly LiveSpec[] = [
  ...(['note', 'activity', 'message', 'draft', 'triage', 'template', 'notification'] as const).map(
    (noun) => ({ noun, audience: 'attached' as const }),
  ),
  viewLive,
  importLive,
  bulkLive,
  inquiryLive,
  postLive,
  { noun: 'workspace', audience: 'workspace' },
  { noun: 'clientPlan', audience: 'installation' },
];

/** Serves every endpoint of the route table. */
export function addFeatures(routes: Routes, platform: Platform): void {
  addInstallation(routes, platform);
  addRecords(routes, platform);
  addMail(routes, platform);
  addFiles(routes, platform);
}

/** Installation, workspaces, members, and settings. */
function addInstallation(routes: Routes, platform: Platform): void {
  healthRoutes(routes, platform);
  installationRoutes(routes, platform);
  installationSettingsRoutes(routes, platform);
  backupRoutes(routes, platform);
  authRoutes(routes, platform);
  workspaceRoutes(routes, platform);
  managementRoutes(routes, platform);
  createWorkspaceRoutes(routes);
  archiveWorkspaceRoutes(routes);
  memberRoutes(routes, platform);
  mailAccountRoutes(routes, platform);
  deactivateMemberRoutes(routes, platform);
  removeSecondFactorRoutes(routes, platform);
  apiKeyRoutes(routes);
  webhookRoutes(routes, platform);
  auditRoutes(routes, platform);
  labelRoutes(routes, platform);
  customFieldRoutes(routes, platform);
  valuationTableRoutes(routes);
  stateRuleRoutes(routes);
  closingChecklistRoutes(routes);
  billingRoutes(routes);
  clientPlanRoutes(routes);
}

/** Records and related features. */
function addRecords(routes: Routes, platform: Platform): void {
  accessGrantRoutes(routes, platform);
  accountMemberRoutes(routes, platform);
  customerRoutes(routes, platform);
  savedViewRoutes(routes);
  duplicateRoutes(routes, platform);
  mergeRoutes(routes, platform);
  answerClientTaskRoutes(routes, platform);
  sendProofRoutes(routes, platform);
  searchRoutes(routes, searchSources);
  directoryRoutes(routes);
  noteRoutes(routes, platform);
  taskRoutes(routes, platform);
  businessRoutes(routes, platform, { sources: businessFacts, endings: [endOpenLetter, endOpenDeals] });
  contactRoutes(routes, platform);
  dealRoutes(routes, platform, { sources: dealFacts, onDates: setClosingTasks });
  offerRoutes(routes);
  closingRoutes(routes, { onDates: setClosingTasks });
  engagementRoutes(routes);
  agreementRoutes(routes, platform);
  commissionRoutes(routes, platform);
  buyerRoutes(routes, platform);
  matchingRoutes(routes, platform);
  financialRoutes(routes);
  inquiryRoutes(routes, platform);
  inquiryWebhookRoutes(routes, platform);
  valuationRoutes(routes, platform);
  profileRoutes(routes, platform);
  blogRoutes(routes, platform);
  activityRoutes(routes, platform, listTimelineSubjects(allRecords, otherSubjects));
  dashboardRoutes(routes, platform);
  clientTaskRoutes(routes);
  importRoutes(routes, platform);
  exportRoutes(routes, platform);
  bulkRoutes(routes, platform);
  bulkEmailRoutes(routes);
  notificationRoutes(routes, platform);
  notificationChoiceRoutes(routes);
  eventRoutes(routes, platform);
}

function addMail(routes: Routes, platform: Platform): void {
  conversationRoutes(routes, platform);
  imapAccountRoutes(routes, platform);
  draftRoutes(routes);
  templateRoutes(routes);
  messageSearchRoutes(routes, platform);
  unsubscribingRoutes(routes, platform);
  triageRoutes(routes, platform);
  reviewQuarantineRoutes(routes, platform);
  assignUnknownSenderRoutes(routes);
}

/** Files and other content opened by ticket. */
function addFiles(routes: Routes, platform: Platform): void {
  photoRoutes(routes, platform);
  const readers = [canOpenAttachment, isTriageAttachment];
  const actions = {
    ...documentTicketActions(platform),
    ...agreementTicketActions(platform),
    ...profileTicketActions(platform),
    ...fileTicketActions(platform, { readers }),
    ...conversationTicketActions(platform),
    ...templateTicketActions(),
    ...importTicketActions(platform),
    ...exportTicketActions(platform),
    ...statementTicketActions(platform),
    ...opinionTicketActions(platform),
    ...auditTicketActions(),
    ...backupTicketActions(platform),
  };
  documentRoutes(routes, platform, { readers });
  sharedLinkRoutes(routes, platform);
  fileRoutes(routes, platform, { actions, readers });
}

/** Every background job. */
export function listJobs(platform: Platform): JobDefinition[] {
  return [
    ...systemMailJobs(platform),
    ...notificationMailJobs(platform),
    ...accountLockoutJobs(platform),
    ...mailJobs(platform),
    portalMailJob(platform),
    ...imapJobs(platform),
    ...blogJobs(platform),
    agreementPdfJob(platform),
    ...readTextJobs(platform),
    importJob(platform),
    checkJob(platform),
    undoJob(platform),
    ...bulkJobs(platform),
    ...mergeJobs(platform),
    ...customFieldJobs(platform),
    ...clientPlanJobs(platform),
    ...sourceJobs(platform),
    handOverJob(platform),
    ...webhookJobs(platform),
    ...mailAccountJobs(platform),
    ...auditJobs(platform),
    ...backupJobs(platform),
  ];
}
