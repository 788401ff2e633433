import { dealStageNames } from '@handover/contract/deals/deal-stages.ts';
import type { Activity, ActivityType } from '@handover/contract/records/activities.ts';
import type { FeedEntry } from '@handover/contract/dashboard.ts';
import { recordInfo, recordTypes, type RecordType } from '@handover/contract/records/records.ts';
import { standardStageNames, type StageNames } from '@handover/contract/businesses/stage-names.ts';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { parseCustomFieldKey } from '@handover/contract/records/custom-filter.ts';
import { getBusinessFieldLabel } from '#shared/labels/businesses.ts';
import { getCustomerFieldLabel } from '@handover/contract/records/field-labels.ts';
import { lowerFirst } from '@handover/domain/text/letter-case.ts';

/** The sentence of an entry in parts, so that the screen can highlight the actor and link the subject. */
export interface Sentence {
  icon: string;
  actor: string;
  /** Between actor and subject. */
  verb: string;
  /** The subject, if it has a name. */
  subject: string | null;
  /** The section of the record page that shows the subject. */
  section: 'notes' | 'tasks' | 'files' | 'conversation' | null;
  /** The page of the subject, if it has one. */
  page: string | null;
  /** Text after the subject: the stages of a move, or its destination. */
  ending: string;
}

type OwnField = Pick<CustomField, 'id' | 'name'>;
type Wording = readonly [icon: string, verb: string];

/** Standard wordings for record types that define none. */
const standardWordings = {
  created: (one) => ['solar:add-circle-linear', `added the ${one}`],
  updated: () => ['solar:pen-linear', 'changed'],
  deleted: (one) => ['solar:trash-bin-trash-linear', `moved the ${one}`],
  restored: (one) => ['solar:restart-linear', `restored the ${one}`],
  imported: (one) => ['solar:import-linear', `imported the ${one} from`],
} as const satisfies Record<string, (one: string) => Wording>;
type StandardType = Extract<ActivityType, `${RecordType}.${keyof typeof standardWordings}`>;

const wordings: Readonly<
  Partial<Record<ActivityType, Wording>> & Record<Exclude<ActivityType, StandardType>, Wording>
> = {
  'customer.created': ['solar:user-plus-rounded-linear', 'added the customer'],
  'customer.banned': ['solar:forbidden-circle-linear', 'banned the customer'],
  'customer.unbanned': ['solar:check-circle-linear', 'lifted the ban'],
  'customer.deleted': ['solar:trash-bin-trash-linear', 'moved the customer to the trash'],
  'customer.invited': ['solar:key-linear', 'sent an invitation to sign in'],
  'customer.signed_in': ['solar:login-2-linear', 'signed in'],
  'customer.merged': ['solar:users-group-rounded-linear', 'merged this customer with'],
  'customer.unmerged': ['solar:undo-left-linear', 'undid the merge with'],
  'customer.unsubscribed': ['solar:letter-opened-linear', 'unsubscribed the customer from bulk email'],
  'customer.resubscribed': ['solar:letter-linear', 'resumed bulk email'],
  'member.added': ['solar:users-group-rounded-linear', 'added the member'],
  'member.removed': ['solar:users-group-rounded-linear', 'removed the member'],
  'account.joined': ['solar:users-group-rounded-linear', 'added the customer to'],
  'account.left': ['solar:users-group-rounded-linear', 'removed the customer from'],
  'note.added': ['solar:notes-linear', 'added a note'],
  'call.logged': ['solar:phone-calling-linear', 'logged a call'],
  'meeting.logged': ['solar:users-group-rounded-linear', 'logged a meeting'],
  'task.created': ['solar:checklist-minimalistic-linear', 'created the task'],
  'task.completed': ['solar:check-circle-linear', 'completed the task'],
  'task.reopened': ['solar:restart-linear', 'reopened the task'],
  'email.queued': ['solar:plain-linear', 'wrote the email'],
  'email.sent': ['solar:letter-linear', 'sent the email'],
  'email.failed': ['solar:danger-circle-linear', 'Delivery failed:'],
  'email.received': ['solar:letter-opened-linear', 'Email received:'],
  'business.moved': ['solar:alt-arrow-right-linear', 'moved'],
  'business.valued': ['solar:document-text-linear', 'saved a valuation for'],
  'business.valuation_released': ['solar:document-text-linear', 'shared an opinion of value for'],
  'business.engagement_drafted': ['solar:document-add-linear', 'drafted an engagement letter for'],
  'business.engagement_signed': ['solar:pen-linear', 'recorded a signed engagement letter for'],
  'business.engagement_ended': ['solar:document-text-linear', 'ended the engagement for'],
  'deal.created': ['solar:case-round-linear', 'created the deal'],
  'commission.finalized': ['solar:wallet-money-linear', 'finalized the commission for'],
  'commission.not_owed': ['solar:wallet-money-linear', 'recorded that no commission is owed for'],
  'commission.reopened': ['solar:restart-linear', 'reopened the commission for'],
  'commission.earn_out_paid': ['solar:wallet-money-linear', 'recorded an earn-out for'],
  'commission.earn_out_removed': ['solar:restart-linear', 'removed an earn-out for'],
  'commission.payout_reversed': ['solar:restart-linear', 'reversed a commission payout for'],
  'commission.paid': ['solar:wallet-money-linear', 'paid out the commission for'],
  'deal.moved': ['solar:alt-arrow-right-linear', 'moved'],
  'deal.buyer_approved': ['solar:check-circle-linear', 'approved the buyer for'],
  'deal.buyer_declined': ['solar:close-circle-linear', 'declined the buyer for'],
  'business.requirement_confirmed': ['solar:check-square-linear', 'confirmed a requirement for'],
  'business.requirement_overridden': ['solar:danger-triangle-linear', 'overrode a requirement for'],
  'deal.requirement_confirmed': ['solar:check-square-linear', 'confirmed a requirement for'],
  'deal.requirement_overridden': ['solar:danger-triangle-linear', 'overrode a requirement for'],
  'deal.offer_submitted': ['solar:document-add-linear', 'submitted an offer on'],
  'deal.offer_countered': ['solar:document-add-linear', 'made a counter-offer on'],
  'deal.offer_accepted': ['solar:check-circle-linear', 'accepted the offer on'],
  'deal.offer_declined': ['solar:close-circle-linear', 'declined the offer on'],
  'deal.offer_withdrawn': ['solar:undo-left-linear', 'withdrew the offer on'],
  'deal.request_added': ['solar:question-circle-linear', 'added a diligence request to'],
  'deal.request_answered': ['solar:chat-round-line-linear', 'answered a diligence request on'],
  'deal.request_returned': ['solar:undo-left-linear', 'returned an answer to a diligence request on'],
  'deal.request_closed': ['solar:check-circle-linear', 'closed a diligence request on'],
  'deal.item_done': ['solar:check-square-linear', 'completed a closing item on'],
  'buyer.updated': ['solar:pen-linear', 'changed the buyer profile for'],
  'buyer.confirmed': ['solar:check-circle-linear', 'confirmed the buyer profile for'],
  'buyer.proof_sent': ['solar:wallet-money-linear', 'sent proof of funds for'],
  'buyer.proof_returned': ['solar:undo-left-linear', 'returned the proof of funds for'],
  'buyer.funds_verified': ['solar:wallet-money-linear', 'verified the proof of funds for'],
  'buyer.blocked': ['solar:forbidden-circle-linear', 'blocked the buyer'],
  'buyer.unblocked': ['solar:check-circle-linear', 'unblocked the buyer'],
  'buyer.excluded': ['solar:forbidden-circle-linear', 'excluded the buyer'],
  'buyer.invited': ['solar:plain-linear', 'invited the buyer'],
  'business.teaser_sent': ['solar:plain-linear', 'asked the seller to approve the teaser for'],
  'business.teaser_approved': ['solar:check-circle-linear', 'approved the teaser for'],
  'business.teaser_declined': ['solar:close-circle-linear', 'declined the teaser for'],
  'business.teaser_released': ['solar:eye-linear', 'released the teaser for'],
  'business.teaser_withdrawn': ['solar:undo-left-linear', 'withdrew the teaser for'],
  'business.cim_sent': ['solar:plain-linear', 'asked the seller to approve the CIM for'],
  'business.cim_approved': ['solar:check-circle-linear', 'approved the CIM for'],
  'business.cim_declined': ['solar:close-circle-linear', 'declined the CIM for'],
  'business.cim_released': ['solar:eye-linear', 'released the CIM for'],
  'business.cim_withdrawn': ['solar:undo-left-linear', 'withdrew the CIM for'],
  'business.held': ['solar:lock-keyhole-linear', 'placed a legal hold on'],
  'business.hold_lifted': ['solar:lock-keyhole-linear', 'lifted the legal hold on'],
  'deal.cim_opened': ['solar:eye-linear', 'opened the CIM for'],
  'business.recast': ['solar:calculator-linear', 'accepted the recast for'],
  'agreement.sent': ['solar:shield-check-linear', 'sent an NDA for signature:'],
  'agreement.recorded': ['solar:shield-check-linear', 'recorded a paper signature on'],
  'agreement.reminded': ['solar:alarm-linear', 'sent a new signing link for'],
  'agreement.signed': ['solar:shield-check-linear', 'signed'],
  'agreement.declined': ['solar:close-circle-linear', 'declined'],
  'agreement.revoked': ['solar:undo-left-linear', 'withdrew'],
  'document.created': ['solar:paperclip-linear', 'added'],
  'document.shared': ['solar:paperclip-linear', 'shared a file with the client:'],
  'document.replaced': ['solar:refresh-linear', 'uploaded a new version of'],
  'document.deleted': ['solar:trash-bin-trash-linear', 'moved a file to the trash'],
  'document.restored': ['solar:restart-linear', 'restored the file'],
  'document.held': ['solar:lock-keyhole-linear', 'placed a legal hold on'],
  'document.hold_lifted': ['solar:lock-keyhole-linear', 'lifted the legal hold on'],
  'document.purged': ['solar:trash-bin-trash-linear', 'permanently deleted a file'],
};

const sections: Readonly<Partial<Record<Activity['subject']['kind'], Sentence['section']>>> = {
  note: 'notes',
  task: 'tasks',
  message: 'conversation',
  document: 'files',
};

/**
 * The sentence of an entry. If the subject has been deleted, the entry is kept without a link. Custom fields, if
 * loaded, and stages appear by their current names.
 */
export function toSentence(
  activity: Activity,
  own: readonly OwnField[] = [],
  names: StageNames = standardStageNames,
): Sentence {
  const [icon, verb] = getWording(activity.type);
  const { kind, label, excerpt } = activity.subject;
  const isDeletion = /\.(deleted|purged)$/.test(activity.type);
  const isGone = canGo(kind) && label === null && (excerpt === null || kind === 'business');
  return {
    icon,
    actor: activity.actor?.displayName ?? getActorWithoutLogin(activity.type),
    verb: `${verb}${formatFields(activity, own)}${isGone && !isDeletion ? ' (deleted)' : ''}`,
    subject: findSubject(activity),
    section: isGone ? null : (sections[kind] ?? null),
    page: findPage(activity),
    ending: formatEnding(activity, names),
  };
}

/**
 * The sentence of an import or a bulk action in the feed: “imported 921 customers from people.csv”, “changed tags of 12
 * customers”. The count is omitted if some records are out of the reader's scope.
 */
export function toRunSentence(
  activity: Activity,
  { recordType, count }: NonNullable<FeedEntry['run']>,
  own: readonly OwnField[] = [],
): Sentence {
  const [icon, verb] = runWordings[activity.type] ?? getWording(activity.type);
  const { one, many } = recordInfo[recordType];
  const records = count === null ? many : `${count.toLocaleString('en')} ${many}`;
  const fields = formatFields(activity, own).replace(/ of$/, '');
  const object = new RegExp(`\\b(?:the|an?) ${one}(?! profile)\\b`);
  return {
    icon,
    actor: activity.type === 'email.failed' ? '' : (activity.actor?.displayName ?? 'The system'),
    verb: object.test(verb)
      ? verb.replace(object, records).replace(/:$/, '')
      : `${verb}${fields === '' ? '' : `${fields} of`} ${records}`,
    subject: activity.subject.kind === 'import' ? activity.subject.label : null,
    section: null,
    page: null,
    ending: activity.stages === null ? formatEnding(activity, standardStageNames) : '',
  };
}

const bulkEmailWording: Wording = ['solar:letter-linear', 'emailed the customer'];

/** Wordings for many records where the wording for one has no object to replace. */
const runWordings: Readonly<Partial<Record<ActivityType, Wording>>> = {
  'customer.unbanned': ['solar:check-circle-linear', 'lifted the ban of'],
  'customer.invited': ['solar:key-linear', 'sent an invitation to sign in to'],
  'customer.resubscribed': ['solar:letter-linear', 'resumed bulk email for'],
  'email.queued': bulkEmailWording,
  'email.sent': bulkEmailWording,
  'email.received': bulkEmailWording,
  'email.failed': ['solar:danger-circle-linear', 'Delivery failed for a bulk email to'],
};

function formatEnding({ type, stages }: Activity, names: StageNames): string {
  const all: Readonly<Record<string, string>> = { ...names, ...dealStageNames };
  if (stages !== null) return `from ${all[stages.from] ?? ''} to ${all[stages.to] ?? ''}`;
  return type.endsWith('.deleted') && wordings[type] === undefined ? 'to the trash' : '';
}

function getWording(type: ActivityType): Wording {
  const own = wordings[type];
  if (own !== undefined) return own;
  const record = recordTypes.find((one) => type.startsWith(`${one}.`));
  const [, wording] = Object.entries(standardWordings).find(([event]) => type.endsWith(`.${event}`)) ?? [];
  if (record === undefined || wording === undefined) throw new Error(`No wording for ${type}`);
  return wording(recordInfo[record].one);
}

const sellerAnswers =
  /^(business\.(teaser|cim)_(approved|declined)|deal\.(request_answered|offer_(accepted|declined)))$/;

/**
 * Actions of mail servers have no actor; buyers and sellers can respond by a link, without a login; a buyer does not
 * see who acts for the seller.
 */
function getActorWithoutLogin(type: ActivityType): string {
  if (type === 'email.received' || type === 'email.failed') return '';
  if (type === 'agreement.signed' || type === 'agreement.declined') return 'The buyer';
  return sellerAnswers.test(type) ? 'The seller' : 'The system';
}

/** The pages of customers and merges remain available. */
function canGo(kind: Activity['subject']['kind']): boolean {
  return kind !== 'customer' && kind !== 'merge';
}

/** After an undone merge, the other customer may be out of the reader's scope and has no name here. */
function findSubject({ type, subject: { kind, label } }: Activity): string | null {
  if (kind === 'customer') return isMembershipActivity(type) ? (label ?? 'another customer') : null;
  return kind === 'merge' ? (label ?? 'another customer') : label;
}

function findPage({ type, subject: { kind, id, label } }: Activity): string | null {
  if (isMembershipActivity(type)) return label === null ? null : `${recordInfo.customer.path}${id}`;
  if (kind === 'merge') return `/admin/users/merges/${id}`;
  const record = recordTypes.find((one) => one === kind);
  const hasPage = record !== undefined && record !== 'customer' && sections[record] === undefined;
  return hasPage && label !== null ? `${recordInfo[record].path}${id}` : null;
}

/** The subject of these activities is the customer on the other side of the membership. */
function isMembershipActivity(type: ActivityType): boolean {
  return type.startsWith('member.') || type.startsWith('account.');
}

/** “ phone and company”, for an update. */
function formatFields({ type, changedFields }: Activity, own: readonly OwnField[]): string {
  const isBusiness = type === 'business.updated';
  if (type !== 'customer.updated' && !isBusiness) return '';
  const labelOf = isBusiness ? getBusinessFieldLabel : getCustomerFieldLabel;
  const nameOf = (field: string): string => {
    const customId = parseCustomFieldKey(field);
    if (customId === null) return lowerFirst(labelOf(field));
    return own.find(({ id }) => id === customId)?.name ?? 'custom fields';
  };
  const names = [...new Set(changedFields.map(nameOf))];
  const what = names.length === 0 ? ' the record' : ` ${new Intl.ListFormat('en').format(names)}`;
  return isBusiness ? `${what} of` : what;
}
