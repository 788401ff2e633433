import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as customerDesk from './0002-customer-desk.ts';
import * as mailAndImports from './0003-mail-and-imports.ts';
import * as mailLeases from './0010-mail-leases.ts';
import * as importPosition from './0020-import-position.ts';
import * as businesses from './0040-businesses.ts';
import * as blog from './0050-blog.ts';
import * as triageAndPhotos from './0060-triage-and-photos.ts';
import * as lists from './0070-lists.ts';
import * as importsInDepth from './0080-imports-in-depth.ts';
import * as merges from './0090-merges.ts';
import * as tasksInDepth from './0100-tasks-in-depth.ts';
import * as settings from './0110-settings.ts';
import * as dashboard from './0120-dashboard.ts';
import * as customFields from './0130-custom-fields.ts';
import * as mailDrafts from './0140-mail-drafts.ts';
import * as mailTemplates from './0150-mail-templates.ts';
import * as scaleIndexes from './0160-scale-indexes.ts';
import * as accountSecurity from './0170-account-security.ts';
import * as imap from './0180-imap.ts';
import * as notificationChoices from './0190-notification-choices.ts';
import * as imapSetAside from './0200-imap-set-aside.ts';
import * as workspacePolicies from './0210-workspace-policies.ts';
import * as backups from './0230-backups.ts';
import * as searchIndexes from './0240-search-indexes.ts';
import * as searchPieces from './0245-search-pieces.ts';
import * as joiningFacets from './0246-joining-facets.ts';
import * as runningTheInstallation from './0250-running-the-installation.ts';
import * as clientPlans from './0260-client-plans.ts';
import * as valuations from './0270-valuations.ts';
import * as draftsPerThread from './0280-drafts-per-thread.ts';
import * as idsByHash from './0290-ids-by-hash.ts';
import * as customerTallies from './0300-customer-tallies.ts';
import * as auditPending from './0310-audit-pending.ts';
import * as inactiveSince from './0320-inactive-since.ts';
import * as accessGrants from './0330-access-grants.ts';
import * as recordTypes from './0340-record-types.ts';
import * as importRecordTypes from './0350-import-record-types.ts';
import * as importBusinesses from './0351-import-businesses.ts';
import * as attachmentsToRecords from './0360-attachments-to-records.ts';
import * as documents from './0370-documents.ts';
import * as mergeKinds from './0380-merge-kinds.ts';

/** Forward only, in the order of their names. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-customer-desk': customerDesk,
  '0003-mail-and-imports': mailAndImports,
  '0010-mail-leases': mailLeases,
  '0020-import-position': importPosition,
  '0040-businesses': businesses,
  '0050-blog': blog,
  '0060-triage-and-photos': triageAndPhotos,
  '0070-lists': lists,
  '0080-imports-in-depth': importsInDepth,
  '0090-merges': merges,
  '0100-tasks-in-depth': tasksInDepth,
  '0110-settings': settings,
  '0120-dashboard': dashboard,
  '0130-custom-fields': customFields,
  '0140-mail-drafts': mailDrafts,
  '0150-mail-templates': mailTemplates,
  '0160-scale-indexes': scaleIndexes,
  '0170-account-security': accountSecurity,
  '0180-imap': imap,
  '0190-notification-choices': notificationChoices,
  '0200-imap-set-aside': imapSetAside,
  '0210-workspace-policies': workspacePolicies,
  '0230-backups': backups,
  '0240-search-indexes': searchIndexes,
  '0245-search-pieces': searchPieces,
  '0246-joining-facets': joiningFacets,
  '0250-running-the-installation': runningTheInstallation,
  '0260-client-plans': clientPlans,
  '0270-valuations': valuations,
  '0280-drafts-per-thread': draftsPerThread,
  '0290-ids-by-hash': idsByHash,
  '0300-customer-tallies': customerTallies,
  '0310-audit-pending': auditPending,
  '0320-inactive-since': inactiveSince,
  '0330-access-grants': accessGrants,
  '0340-record-types': recordTypes,
  '0350-import-record-types': importRecordTypes,
  '0351-import-businesses': importBusinesses,
  '0360-attachments-to-records': attachmentsToRecords,
  '0370-documents': documents,
  '0380-merge-kinds': mergeKinds,
};
