import { aPng } from '../pictures.ts';

/** Stands in every record, so that a leak is found in any answer. */
export const marker = 'Zebrafish Marker';

/** Ids of the records in workspace A that the requests name. */
export type Fixture = {
  readonly customerId: string;
  readonly customerVersion: number;
  /** Another customer of the same broker, who has taken in a third one. */
  readonly twinId: string;
  /** A corporate account of which the customer is a member. */
  readonly accountId: string;
  readonly twinVersion: number;
  readonly mergeId: string;
  readonly noteId: string;
  readonly taskId: string;
  /** Asked of the customer. */
  readonly askedTaskId: string;
  /** Scheduled: it has not left. */
  readonly emailId: string;
  readonly sentEmailId: string;
  /** The customer, with a draft of Ada's to them. */
  readonly draftedCustomerId: string;
  /** Owned by the customer. */
  readonly businessId: string;
  /** The same, with a valuation saved by Ada. */
  readonly valuedBusinessId: string;
  /** As it was delivered. */
  readonly financingRuleId: string;
  /** Ada's draft, with a picture of hers as its cover. */
  readonly draftId: string;
  readonly draftSlug: string;
  readonly draftCoverId: string;
  /** A published post of the public blog, which is that of workspace A, and Ada's comment on it. */
  readonly postSlug: string;
  readonly commentId: string;
  /** Of an unknown sender, waiting. */
  readonly triageId: string;
  readonly fileId: string;
  readonly importId: string;
  readonly savedViewId: string;
  /** Ada's own. */
  readonly templateId: string;
  /** Of mails, which cannot be taken back. */
  readonly bulkRunId: string;
  readonly invitationId: string;
  /** Staff of workspace A. */
  readonly colleagueId: string;
  /** The colleague's, on the customer. */
  readonly grantId: string;
  readonly tagId: string;
  readonly otherTagId: string;
  readonly sourceId: string;
  readonly otherSourceId: string;
  readonly clientPlanId: string;
  readonly customFieldId: string;
  /** Ada's. */
  readonly apiKeyId: string;
  /** Its address answers nothing, so its test message stays waiting. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** Whose mailbox is read by IMAP: that of workspace A. */
  readonly imapOwner: string;
  /** Of the whole installation. */
  readonly backupId: string;
  /** Of nobody who calls. */
  readonly otherWorkspaceId: string;
  readonly archivedWorkspaceId: string;
  readonly notificationId: string;
  readonly adminSessionId: string;
  readonly adminPasskeyId: string;
};

export type Sent = { readonly path: string; readonly body?: unknown; readonly bytes?: Buffer | string };

export const picture = aPng();
