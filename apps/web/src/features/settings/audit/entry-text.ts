import type { AuditEntry } from '@handover/contract/settings/audit.ts';
import { recordInfo } from '@handover/contract/records/records.ts';

/** How the words of an action read in a sentence. */
const wordings: Readonly<Record<string, string>> = {
  agreement: 'NDA',
  document: 'file',
  api: 'API',
  html: 'HTML',
  csv: 'CSV',
  cim: 'CIM',
  pdf: 'PDF',
  imap: 'IMAP',
  nda: 'NDA',
  mail: 'email',
  run: 'action',
  invite: 'invitation',
};

/** Irregular forms; `login` is one word. */
const irregular: Readonly<Record<string, string>> = {
  ban: 'banned',
  begin: 'began',
  forget: 'discarded',
  keep: 'kept',
  read: 'read',
  recall: 'recalled',
  reread: 'read again',
  send: 'sent',
  set: 'set',
  reset: 'reset',
  resend: 'resent',
  unban: 'unbanned',
  undo: 'undid',
  update: 'changed',
  withdraw: 'withdrew',
  write: 'wrote',
};

const sentences: Readonly<Record<string, string>> = {
  login: 'Signed in',
  logout: 'Signed out',
  signInWithPasskey: 'Signed in with a passkey',
  forgotPassword: 'Requested a password reset',
  changePassword: 'Changed the password',
  resetPassword: 'Reset the password',
  moveBusiness: 'Changed the stage of a business',
  moveDeal: 'Changed the stage of a deal',
  moveOffer: 'Changed the status of an offer',
  movePost: 'Changed the status of a post',
  decideOnBuyer: 'Approved or declined a buyer',
  confirmBuyer: 'Confirmed a buyer profile',
  openEmailHtml: 'Opened an email',
  finalizeWithoutCommission: 'Finalized a deal without a commission',
  createFirstAdmin: 'Created the first administrator',
  placeDocumentLegalHold: 'Placed a legal hold',
  placeBusinessLegalHold: 'Placed a legal hold',
  liftDocumentLegalHold: 'Lifted a legal hold',
  liftBusinessLegalHold: 'Lifted a legal hold',
  purgeDocument: 'Permanently deleted a file',
  beginPasskeySignIn: 'Started passkey sign-in',
  startSigningSession: 'Confirmed the email address of a signing link',
  signByLink: 'Signed an NDA by link',
  declineByLink: 'Declined an NDA by link',
  downloadByLink: 'Downloaded an NDA by link',
  startSharedLinkSession: 'Confirmed the email address of a shared link',
  readDocument: 'Viewed a page of a file',
  unlinkDocument: 'Removed a file from a record',
  answerByLink: 'Approved or declined a teaser or CIM by link',
  unsubscribeByLink: 'Unsubscribed from bulk email by link',
  resubscribeByLink: 'Resubscribed to bulk email by link',
  malwareFound: 'Found malware in a file',
  makeRescueLink: 'Created a recovery link',
  payCommission: 'Recorded a commission payout',
  hideComment: 'Hid or unhid a comment',
  skipImportRows: 'Skipped import rows',
  rereadImport: 'Changed how an import file is read',
  removeSampleData: 'Removed the sample data',
  createBulkRun: 'Started a bulk action',
  createFreeTask: 'Created a task',
  removePersonSecondFactor: 'Removed a member’s two-step sign-in',
  beginSecondFactor: 'Started setting up two-step sign-in',
  beginPasskey: 'Started adding a passkey',
  forgetSetAsideMail: 'Removed a message that could not be imported',
  retrySetAsideMail: 'Retried messages that could not be imported',
  recallDismissal: 'Undid “Not the same” for two customers',
  keepQuarantine: 'Kept an item quarantined',
  openQuarantine: 'Viewed a quarantined item',
  askOwnerQuestion: 'Asked the owner a question',
  orderClientPlans: 'Reordered the subscription catalog',
  createRoomRequest: 'Added a document request',
  exportAudit: 'Exported the audit log',
  downloadAudit: 'Downloaded the audit log',
  deleteAddBack: 'Deleted an add-back',
  addEarnOut: 'Recorded an earn-out',
  startAuditCheck: 'Started verifying the audit log',
  revokeAgreement: 'Withdrew an NDA',
  releaseValuation: 'Shared an opinion of value with the owner',
  fileTriageMail: 'Assigned an email to a customer',
  disableInquiryWebhook: 'Turned off the URL for inquiries',
  renewAgreement: 'Sent an NDA again',
  redeliverWebhook: 'Resent a webhook event',
  signedIn: 'Signed in',
  signInFailed: 'Failed to sign in',
  createAddBack: 'Added an add-back',
  updateAddBack: 'Changed an add-back',
  removeEarnOut: 'Removed an earn-out',
  confirmSecondFactor: 'Turned on two-step sign-in',
  disableSecondFactor: 'Turned off two-step sign-in',
  getInboundAddress: 'Viewed the address for received email',
  uploadToRequest: 'Uploaded a file for a document request',
  uploadPhotosToRequest: 'Uploaded photos for a document request',
  orderCustomFields: 'Reordered custom fields',
  exportInstallationAudit: 'Exported the audit log of the installation',
  ignoreTriageMail: 'Ignored an email',
  restoreTriageMail: 'Moved an email back to triage',
  releaseQuarantine: 'Released a quarantined item',
  changeEmail: 'Changed the email address',
  confirmEmail: 'Confirmed an email address',
  deactivatePerson: 'Deactivated a member',
  reactivatePerson: 'Reactivated a member',
  inviteGrantee: 'Sent an invitation to a shared record',
  readAllNotifications: 'Marked all notifications as read',
  revokeSession: 'Signed out a device',
  revokeOtherSessions: 'Signed out all other devices',
  updateDealClosing: 'Changed the closing of a deal',
  updateRoomRequest: 'Changed a document request',
  renewInquiryWebhook: 'Created a new URL for inquiries',
};

/** Details whose name in the entry differs from their label. */
const detailNames: Readonly<Record<string, string>> = { number: 'version', bulkRunId: 'bulk action' };

/** Uncountable nouns and plurals take no article. */
const withoutArticle = /([^s]s|mail|access)$/;

/** `updateCustomer` as "Changed a customer". */
export function formatAction(action: string): string {
  const sentence = sentences[action];
  if (sentence !== undefined) return sentence;
  const [verb = '', ...rest] = action
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ');
  const object = rest
    .filter((word) => word !== 'own')
    .map((word) => wordings[word] ?? word)
    .join(' ');
  const done = toPastTense(verb);
  return `${done.charAt(0).toUpperCase()}${done.slice(1)}${object === '' ? '' : ` ${withArticle(object)}`}`;
}

/** The action and its record: "Changed the stage of Bright Dental", "Deactivated a member: Ada Lee". */
export function formatEntry({
  action,
  subject,
  subjectId,
  names,
}: Pick<AuditEntry, 'action' | 'subject' | 'subjectId' | 'names'>): string {
  const text = formatAction(action);
  if (subject === null) {
    const name = names[subjectId ?? ''];
    return name === undefined ? text : `${text}: ${name}`;
  }
  const noun = recordInfo[subject.type].one;
  const ending = new RegExp(`\\ban? ${noun}(?= from |$)`);
  return ending.test(text) ? text.replace(ending, () => subject.name) : `${text} for ${subject.name}`;
}

function withArticle(object: string): string {
  if (withoutArticle.test(object)) return object;
  return `${/^(?:[aeio]|u(?!ni|se)|NDA)/i.test(object) ? 'an' : 'a'} ${object}`;
}

/** "Restored", "verified", "stopped". */
function toPastTense(verb: string): string {
  const known = irregular[verb];
  if (known !== undefined) return known;
  if (verb.endsWith('e')) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

/** The details of an entry in one line, with names for its ids: "name: Hot · customers: 3". */
export function formatDetail({ detail, names }: Pick<AuditEntry, 'detail' | 'names'>): string {
  return formatPairs(detail, names).join(' · ');
}

function formatPairs(record: object, names: AuditEntry['names']): string[] {
  return Object.entries(record).map(
    ([name, value]) => `${detailNames[name] ?? toWords(name)}: ${formatValue(value, names)}`,
  );
}

const ids = /(?:custom\.)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;

function formatValue(value: unknown, names: AuditEntry['names']): string {
  if (typeof value === 'string' && value !== '')
    return value.replaceAll('_', ' ').replace(ids, (text, id: string) => names[id] ?? text);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((each) => formatValue(each, names)).join(', ');
  if (typeof value !== 'object' || value === null) return 'none';
  const counts: [string, unknown][] = Object.entries(value);
  return counts.every(([, count]) => typeof count === 'number')
    ? counts.map(([name, count]) => `${String(count)} ${toWords(name)}`).join(', ')
    : `(${formatPairs(value, names).join(', ')})`;
}

/** Turns `handedOver` and `handed_over` into "handed over". */
function toWords(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
}
