import type { Activity, ActivityType } from '@handover/contract/activities.ts';
import { customerFieldLabel } from '../../shared/labels/customer-fields.ts';

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
};

const sections = {
  note: 'notes',
  task: 'tasks',
  message: 'conversation',
  customer: null,
  import: null,
} as const satisfies Record<Activity['subject']['kind'], Sentence['section']>;

/** The sentence of an entry. A subject that is deleted since keeps its entry, without a link. */
export function sentenceOf(activity: Activity): Sentence {
  const [icon, verb] = wordings[activity.type];
  const { kind, label, excerpt } = activity.subject;
  const isGone = kind !== 'customer' && label === null && excerpt === null;
  return {
    icon,
    actor: activity.actor?.displayName ?? (activity.type === 'email.received' ? 'You' : 'The system'),
    verb: `${verb}${fieldsOf(activity)}${isGone ? ' (deleted since)' : ''}`,
    subject: kind === 'customer' ? null : label,
    section: isGone ? null : sections[kind],
  };
}

/** “ phone and company”, for a change. */
function fieldsOf({ type, changedFields }: Activity): string {
  if (type !== 'customer.updated') return '';
  const names = changedFields.map((field) => lowerFirst(customerFieldLabel(field)));
  return names.length === 0 ? ' the record' : ` ${new Intl.ListFormat('en').format(names)}`;
}

/** “E-mail” becomes “e-mail”, an abbreviation stays. */
function lowerFirst(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
