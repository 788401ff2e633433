import { fold } from '@handover/domain/text/fold.ts';
import type { SearchHit } from '@handover/contract/records/search.ts';
import { lowestRank, type PaletteItem } from './palette-item.ts';

interface CustomerAction {
  /** The text before the customer's name. */
  readonly phrase: string;
  /** Shorter phrases, longest first. */
  readonly short: readonly string[];
  readonly icon: string;
  /** The composer tab on the record. */
  readonly compose: string;
}

const group = 'Email and activity';

const customerActions: readonly CustomerAction[] = [
  {
    phrase: 'Send an email to',
    short: ['write to', 'email to', 'email', 'mail', 'write'],
    icon: 'solar:letter-linear',
    compose: 'email',
  },
  {
    phrase: 'Log a call with',
    short: ['call with', 'log a call', 'call'],
    icon: 'solar:phone-calling-linear',
    compose: 'call',
  },
  {
    phrase: 'Log a meeting with',
    short: ['meeting with', 'log a meeting', 'meeting'],
    icon: 'solar:users-group-rounded-linear',
    compose: 'meeting',
  },
  {
    phrase: 'Add a note about',
    short: ['note about', 'add a note', 'note'],
    icon: 'solar:notes-linear',
    compose: 'note',
  },
  {
    phrase: 'Add a task for',
    short: ['task for'],
    icon: 'solar:checklist-minimalistic-linear',
    compose: 'task',
  },
];

/** Offered for a customer with a matching name. */
const offered = customerActions.filter(({ compose }) => ['email', 'call', 'task'].includes(compose));

/** An action and a customer name, as parsed from a query. */
export interface RequestedAction {
  readonly act: CustomerAction;
  /** Empty while no name is typed. */
  readonly name: string;
  /** Whether the query starts with a full phrase, which cannot be the name of a record. */
  readonly isPhrase: boolean;
}

/** All customer actions, each as the beginning of a query. */
export function listActionItems(): PaletteItem[] {
  return customerActions.map(({ phrase, short, icon }) => ({
    key: phrase,
    group,
    label: `${phrase}…`,
    detail: null,
    icon,
    words: short.join(' '),
    choice: { kind: 'ask', text: `${phrase} ` },
  }));
}

/** Parses a query such as "call dana" into an action and a name. */
export function parseAction(query: string): RequestedAction | null {
  const text = fold(query);
  for (const act of customerActions)
    for (const beginning of [act.phrase.toLowerCase(), ...act.short])
      if (text === beginning || text.startsWith(`${beginning} `)) {
        const isPhrase = beginning === act.phrase.toLowerCase();
        return { act, name: text.slice(beginning.length).trim(), isPhrase };
      }
  return null;
}

/** The requested action for each customer found by name. */
export function listRequestedItems({ act }: RequestedAction, hits: readonly SearchHit[]): PaletteItem[] {
  return hits.filter(({ kind }) => kind === 'customer').map((hit) => toItem(act, hit, 0));
}

/** Actions for the best match, if it is a customer whose name matches the query. */
export function listOfferedItems([nearest]: readonly SearchHit[]): PaletteItem[] {
  if (nearest?.kind !== 'customer' || nearest.rank > 2) return [];
  return offered.map((act) => toItem(act, nearest, lowestRank));
}

function toItem({ phrase, icon, compose }: CustomerAction, hit: SearchHit, rank: number): PaletteItem {
  return {
    key: `${compose} ${hit.id}`,
    group,
    label: `${phrase} ${hit.title}`,
    detail: hit.detail,
    icon,
    rank,
    choice: { kind: 'open', to: `/admin/users/view/${hit.id}?compose=${compose}#composer` },
  };
}
