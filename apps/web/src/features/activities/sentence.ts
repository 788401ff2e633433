import type { Activity, ActivityType } from '@handover/contract/activities.ts';
import { standardStageNames, type StageNames } from '@handover/contract/stage-names.ts';
import type { CustomField } from '@handover/contract/custom-fields.ts';
import { customIdOf } from '@handover/contract/custom-filter.ts';
import { businessFieldLabel } from '#shared/labels/businesses.ts';
import { customerFieldLabel, lowerFirst } from '#shared/labels/customer-fields.ts';

/** What an entry says, in parts, so that the screen can set the actor apart and link the subject. */
export interface Sentence {
  icon: string;
  actor: string;
  /** Between actor and subject. */
  verb: string;
  /** What it was about, if it has a name of its own. */
  subject: string | null;
  /** The section of the record page that shows the subject. */
  section: 'notes' | 'tasks' | 'files' | 'conversation' | null;
  /** The page of the subject, if it has one of its own. */
  page: string | null;
  /** After the subject: from where to where it was moved. */
  ending: string;
}

type OwnField = Pick<CustomField, 'id' | 'name'>;
type Wording = readonly [icon: string, verb: string];

const wordings: Readonly<Record<ActivityType, Wording>> = {
  'customer.created': ['solar:user-plus-rounded-linear', 'added the customer'],
  'customer.updated': ['solar:pen-linear', 'changed'],
  'customer.banned': ['solar:forbidden-circle-linear', 'banned the customer'],
  'customer.unbanned': ['solar:check-circle-linear', 'lifted the ban'],
  'customer.deleted': ['solar:trash-bin-trash-linear', 'moved the customer to the trash'],
  'customer.restored': ['solar:restart-linear', 'restored the customer'],
  'customer.invited': ['solar:key-linear', 'sent an invitation to sign in'],
  'customer.imported': ['solar:import-linear', 'imported the customer from'],
  'customer.signed_in': ['solar:login-2-linear', 'signed in'],
  'customer.merged': ['solar:users-group-rounded-linear', 'merged this customer with'],
  'customer.unmerged': ['solar:undo-left-linear', 'undid the merge with'],
  'customer.unsubscribed': ['solar:letter-opened-linear', 'unsubscribed the customer from bulk email'],
  'customer.resubscribed': ['solar:letter-linear', 'resumed bulk email'],
  'member.added': ['solar:users-group-rounded-linear', 'added the member'],
  'member.removed': ['solar:users-group-rounded-linear', 'ended the membership of'],
  'account.joined': ['solar:users-group-rounded-linear', 'made them a member of'],
  'account.left': ['solar:users-group-rounded-linear', 'ended their membership in'],
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
  'business.created': ['solar:add-circle-linear', 'added the business'],
  'business.updated': ['solar:pen-linear', 'changed'],
  'business.moved': ['solar:alt-arrow-right-linear', 'moved'],
  'business.deleted': ['solar:trash-bin-trash-linear', 'moved the business to the trash:'],
  'business.restored': ['solar:restart-linear', 'restored the business'],
  'business.imported': ['solar:import-linear', 'imported the business from'],
  'business.valued': ['solar:document-text-linear', 'saved a valuation of'],
  'document.created': ['solar:paperclip-linear', 'added'],
  'document.shared': ['solar:paperclip-linear', 'shared with the client:'],
  'document.deleted': ['solar:trash-bin-trash-linear', 'deleted a file'],
  'document.restored': ['solar:restart-linear', 'restored the file'],
};

const sections = {
  note: 'notes',
  task: 'tasks',
  message: 'conversation',
  customer: null,
  import: null,
  business: null,
  merge: null,
  document: 'files',
} as const satisfies Record<Activity['subject']['kind'], Sentence['section']>;

/**
 * The sentence of an entry. A subject that is deleted since keeps its entry, without a link. The workspace's
 * own fields, as far as they are known, and its stages go by the names that they have now.
 */
export function sentenceOf(
  activity: Activity,
  own: readonly OwnField[] = [],
  names: StageNames = standardStageNames,
): Sentence {
  const [icon, verb] = wordings[activity.type];
  const { kind, label, excerpt } = activity.subject;
  const { stages } = activity;
  const isGone = canGo(kind) && label === null && (excerpt === null || kind === 'business');
  return {
    icon,
    actor: activity.actor?.displayName ?? (isWithoutActor(activity.type) ? '' : 'The system'),
    verb: `${verb}${fieldsOf(activity, own)}${isGone ? ' (deleted since)' : ''}`,
    subject: subjectOf(activity),
    section: isGone ? null : sections[kind],
    page: pageOf(activity),
    ending: stages === null ? '' : `from ${names[stages.from]} to ${names[stages.to]}`,
  };
}

/** What mail servers did has no actor. */
function isWithoutActor(type: ActivityType): boolean {
  return type === 'email.received' || type === 'email.failed';
}

/** A customer and a merge stay, whatever becomes of them. */
function canGo(kind: Activity['subject']['kind']): boolean {
  return kind !== 'customer' && kind !== 'merge';
}

/** A merged customer who has left again may be none of the reader's: then without a name. */
function subjectOf({ type, subject: { kind, label } }: Activity): string | null {
  if (kind === 'customer') return isOfMembership(type) ? (label ?? 'another customer') : null;
  return kind === 'merge' ? (label ?? 'another customer') : label;
}

function pageOf({ type, subject: { kind, id, label } }: Activity): string | null {
  if (isOfMembership(type)) return label === null ? null : `/admin/users/view/${id}`;
  if (kind === 'merge') return `/admin/users/merges/${id}`;
  return kind === 'business' && label !== null ? `/admin/business-center/businesses/${id}` : null;
}

/** Its subject is the other side: a customer of their own. */
function isOfMembership(type: ActivityType): boolean {
  return type.startsWith('member.') || type.startsWith('account.');
}

/** “ phone and company”, for a change. */
function fieldsOf({ type, changedFields }: Activity, own: readonly OwnField[]): string {
  const isBusiness = type === 'business.updated';
  if (type !== 'customer.updated' && !isBusiness) return '';
  const labelOf = isBusiness ? businessFieldLabel : customerFieldLabel;
  const nameOf = (field: string): string =>
    own.find(({ id }) => id === customIdOf(field))?.name ?? lowerFirst(labelOf(field));
  const names = [...new Set(changedFields.map(nameOf))];
  const what = names.length === 0 ? ' the record' : ` ${new Intl.ListFormat('en').format(names)}`;
  return isBusiness ? `${what} of` : what;
}
