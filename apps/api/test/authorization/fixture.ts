import { aPng } from '../pictures.ts';

/** In the text of every record, so that a leak is found in any answer. */
export const marker = 'Zebrafish Marker';

/** Ids of the records in workspace A that the requests name. */
export type Fixture = Readonly<Record<NounFixtureKey, string>> & {
  readonly customerId: string;
  readonly customerVersion: number;
  /** Another customer of the same broker, with a third customer merged into it. */
  readonly twinId: string;
  /** A corporate account of which the customer is a member. */
  readonly accountId: string;
  readonly twinVersion: number;
  readonly mergeId: string;
  readonly noteId: string;
  readonly taskId: string;
  /** A task for the client. */
  readonly clientTaskId: string;
  /** Scheduled and not sent yet. */
  readonly emailId: string;
  readonly sentEmailId: string;
  /** The customer, with an email draft of Ada's. */
  readonly draftedCustomerId: string;
  /** Owned by the customer. */
  readonly businessId: string;
  /** The same, with a valuation saved by Ada. */
  readonly valuedBusinessId: string;
  /** With its default values. */
  readonly financingRuleId: string;
  /** Ada's draft, with a picture of hers as its cover. */
  readonly draftId: string;
  readonly draftSlug: string;
  readonly draftCoverId: string;
  /** A published post of the public blog (of workspace A), and Ada's comment on it. */
  readonly postSlug: string;
  readonly commentId: string;
  /** From an unknown sender, not filed. */
  readonly triageId: string;
  /** For staff only, on the customer. */
  readonly documentId: string;
  /** Shared with the client. */
  readonly sharedDocumentId: string;
  readonly fileId: string;
  readonly importId: string;
  readonly savedViewId: string;
  /** Ada's own. */
  readonly templateId: string;
  /** It sent emails, so it has no undo. */
  readonly bulkRunId: string;
  readonly invitationId: string;
  /** Staff of workspace A. */
  readonly colleagueId: string;
  /** The colleague's, on the customer. */
  readonly grantId: string;
  /** A grant to a person without a login, on the customer. */
  readonly invitedGrantId: string;
  /** Ended by Ada, on the customer. */
  readonly endedGrantId: string;
  readonly tagId: string;
  readonly otherTagId: string;
  readonly sourceId: string;
  readonly otherSourceId: string;
  readonly clientPlanId: string;
  readonly customFieldId: string;
  /** Ada's. */
  readonly apiKeyId: string;
  /** Its address does not answer, so its test message stays pending. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** The owner of a mailbox read by IMAP: workspace A. */
  readonly imapOwner: string;
  /** A backup of the whole installation. */
  readonly backupId: string;
  /** No caller is a member of it. */
  readonly otherWorkspaceId: string;
  readonly archivedWorkspaceId: string;
  readonly notificationId: string;
  readonly adminSessionId: string;
  readonly adminPasskeyId: string;
};

/** Records that the files in `nouns/` make. */
export type NounFixtureKey = `${string}RecordId`;

export type Sent = {
  readonly path: string;
  readonly body?: unknown;
  readonly bytes?: Buffer | string;
  readonly headers?: Record<string, string>;
};

export const picture = aPng();
