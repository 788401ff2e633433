import { deleteAbandonedImports } from '#platform/records/import/abandoned-imports.ts';
import { queueMissingPdfs } from './features/agreements/agreement-pdf.job.ts';
import { notifyExpiring } from './features/agreements/notify-expiring.ts';
import { sendEngagementReminders } from './features/commission/engagements/send-engagement-reminders.ts';
import { sendLicenseReminders } from './features/businesses/licenses/licenses.service.ts';
import { askSellers } from './features/buyers/ask-sellers.ts';
import { sendBuyerProfileReminders } from './features/buyers/send-buyer-profile-reminders.ts';
import { sendOfferReminders } from './features/deals/offers/send-offer-reminders.ts';
import { checkDuplicates } from './features/customers/duplicates/check-duplicates.ts';
import { expireUploads } from './features/documents/uploads/uploads.routes.ts';
import { purgeDocuments } from './features/documents/retention/purge-documents.ts';
import { sendDocumentReminders } from './features/documents/rooms/send-document-reminders.ts';
import { startNightlyBackup } from './features/installation/backup.job.ts';
import { deleteOldNotifications } from './features/notifications/old-notifications.ts';
import { sendDueReminders } from './features/tasks/reminders/send-due-reminders.ts';
import { dispatchEvents, deleteExpiredDeliveries } from './features/settings/webhooks/dispatch.ts';
import { collectGarbage } from './platform/files/store/collect-garbage.ts';
import { createScanFilesTasks } from './platform/files/screening/scan-files.ts';
import { sealPlainFiles } from './platform/files/store/seal-plain-files.ts';
import type { MaintenanceTask } from './platform/maintenance.ts';
import type { Platform } from './platform/platform.ts';
import { sendDueDigests } from './workflows/notification-digest/send-due-digests.ts';
import { publishScanned } from './workflows/check-files/quarantine-file.ts';
import { createExtractTextTask } from './workflows/check-files/read-texts.ts';
import { addUpTallies } from './features/customers/customers.queries.ts';

/** Recurring maintenance of a running server. */
export function listMaintenanceTasks(platform: Platform): MaintenanceTask[] {
  const { runner, pages } = platform;
  return [
    pages.chore,
    createExtractTextTask(platform),
    expireUploads(platform),
    { everyMs: 2_000, act: () => sendDueReminders(platform) },
    { everyMs: 5_000, act: () => sendDueDigests(platform) },
    { everyMs: 5_000, act: () => checkDuplicates(runner, { budgetMs: 2_000 }) },
    { everyMs: 30_000, act: () => addUpTallies(runner.db) },
    { everyMs: 1_000, act: () => dispatchEvents(runner) },
    { everyMs: 60_000, act: () => startNightlyBackup(platform) },
    ...createScanFilesTasks(platform, publishScanned),
    { everyMs: 60_000, act: () => sealPlainFiles(platform) },
    { everyMs: 3_600_000, act: () => purgeDocuments(platform) },
    { everyMs: 3_600_000, act: () => deleteAbandonedImports(runner) },
    { everyMs: 3_600_000, act: () => collectGarbage(platform) },
    { everyMs: 600_000, act: () => queueMissingPdfs(platform) },
    { everyMs: 600_000, act: () => sendLicenseReminders(platform) },
    { everyMs: 600_000, act: () => sendEngagementReminders(platform) },
    { everyMs: 600_000, act: () => sendBuyerProfileReminders(platform) },
    { everyMs: 600_000, act: () => askSellers(platform) },
    { everyMs: 600_000, act: () => sendOfferReminders(platform) },
    { everyMs: 60_000, act: () => sendDocumentReminders(platform) },
    { everyMs: 3_600_000, act: () => deleteExpiredDeliveries(runner) },
    { everyMs: 3_600_000, act: () => deleteOldNotifications(runner) },
    { everyMs: 3_600_000, act: () => notifyExpiring(platform) },
  ];
}
