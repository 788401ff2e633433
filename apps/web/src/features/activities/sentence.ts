import type { Activity, ActivityType } from '@handover/contract/activities.ts';
import { businessFieldLabel, stageLabels } from '../../shared/labels/businesses.ts';
import { customerFieldLabel, lowerFirst } from '../../shared/labels/customer-fields.ts';

/** What an entry says, in parts, so that the screen can set the actor apart and link the subject. */
export interface Sentence {
  icon: string;
  actor: string;
  /** Between actor and subject. */
  verb: string;
  /** What it was about, if it has a name of its own. */
  subject: string | null;
  /** The section of the record page that shows the subject. */
  section: 'notes' | 'tasks' | 'conversation' | null;
  /** The page of the subject, if it has one of its own. */
  page: string | null;
  /** After the subject: from where to where it was moved. */
  ending: string;
}

type Wording = readonly [icon: string, verb: string];

const wordings: Readonly<Record<ActivityType, Wording>> = {
  'customer.created': ['solar:user-plus-rounded-linear', 'added the customer'],
  'customer.updated': ['solar:pen-linear', 'changed'],
  'customer.banned': ['solar:forbidden-circle-linear', 'banned the customer'],
  'customer.unbanned': ['solar:check-circle-linear', 'lifted the ban'],
  'customer.deleted': ['solar:trash-bin-trash-linear', 'moved the customer to the bin'],
  'customer.restored': ['solar:restart-linear', 'restored the customer'],
  'customer.invited': ['solar:key-linear', 'sent an invitation to sign in'],
  'customer.imported': ['solar:import-linear', 'imported the customer from'],
  'customer.signed_in': ['solar:login-2-linear', 'signed in'],
  'customer.merged': ['solar:users-group-rounded-linear', 'merged this customer with'],
  'customer.unmerged': ['solar:undo-left-linear', 'took back the merge with'],
  'note.added': ['solar:notes-linear', 'added a note'],
  'call.logged': ['solar:phone-calling-linear', 'logged a call'],
  'meeting.logged': ['solar:users-group-rounded-linear', 'logged a meeting'],
  'task.created': ['solar:checklist-minimalistic-linear', 'created the task'],
  'task.completed': ['solar:check-circle-linear', 'completed the task'],
  'task.reopened': ['solar:restart-linear', 'reopened the task'],
  'email.queued': ['solar:plain-linear', 'wrote the e-mail'],
  'email.sent': ['solar:letter-linear', 'sent the e-mail'],
  'email.failed': ['solar:danger-circle-linear', 'could not deliver the e-mail'],
  'email.received': ['solar:letter-opened-linear', 'received the e-mail'],
  'business.created': ['solar:add-circle-linear', 'added the business'],
  'business.updated': ['solar:pen-linear', 'changed'],
  'business.moved': ['solar:alt-arrow-right-linear', 'moved'],
  'business.deleted': ['solar:trash-bin-trash-linear', 'moved the business to the bin:'],
  'business.restored': ['solar:restart-linear', 'restored the business'],
};

const sections = {
  note: 'notes',
  task: 'tasks',
  message: 'conversation',
  customer: null,
  import: null,
  business: null,
  merge: null,
} as const satisfies Record<Activity['subject']['kind'], Sentence['section']>;

/** The sentence of an entry. A subject that is deleted since keeps its entry, without a link. */
export function sentenceOf(activity: Activity): Sentence {
  const [icon, verb] = wordings[activity.type];
  const { kind, label, excerpt } = activity.subject;
  const { stages } = activity;
  const isGone = canGo(kind) && label === null && (excerpt === null || kind === 'business');
  return {
    icon,
    actor: activity.actor?.displayName ?? (activity.type === 'email.received' ? 'We' : 'The system'),
    verb: `${verb}${fieldsOf(activity)}${isGone ? ' (deleted since)' : ''}`,
    subject: subjectOf(activity.subject),
    section: isGone ? null : sections[kind],
    page: pageOf(activity.subject),
    ending: stages === null ? '' : `from ${stageLabels[stages.from]} to ${stageLabels[stages.to]}`,
  };
}

/** A customer and a merge stay, whatever becomes of them. */
function canGo(kind: Activity['subject']['kind']): boolean {
  return kind !== 'customer' && kind !== 'merge';
}

/** A merged customer who has left again may be none of the reader's: then without a name. */
function subjectOf({ kind, label }: Activity['subject']): string | null {
  if (kind === 'customer') return null;
  return kind === 'merge' ? (label ?? 'another customer') : label;
}

function pageOf({ kind, id, label }: Activity['subject']): string | null {
  if (kind === 'merge') return `/admin/users/merges/${id}`;
  return kind === 'business' && label !== null ? `/admin/business-center/businesses/${id}` : null;
}

/** “ phone and company”, for a change. */
function fieldsOf({ type, changedFields }: Activity): string {
  const isBusiness = type === 'business.updated';
  if (type !== 'customer.updated' && !isBusiness) return '';
  const labelOf = isBusiness ? businessFieldLabel : customerFieldLabel;
  const names = changedFields.map((field) => lowerFirst(labelOf(field)));
  const what = names.length === 0 ? ' the record' : ` ${new Intl.ListFormat('en').format(names)}`;
  return isBusiness ? `${what} of` : what;
}
