import type { SearchHit } from '@handover/contract/search.ts';
import type { PaletteItem } from './palette-item.ts';
import { farthest, fold, rankOf } from './ranking.ts';

interface CustomerAction {
  /** What is asked for, up to the name. */
  readonly phrase: string;
  /** Shorter ways to ask for it, the longest first. */
  readonly short: readonly string[];
  readonly icon: string;
  /** The tab of the record where it is written. */
  readonly compose: string;
}

const group = 'Write and log';

const customerActions: readonly CustomerAction[] = [
  {
    phrase: 'Write an e-mail to',
    short: ['write to', 'e-mail to', 'email to', 'e-mail', 'email', 'mail', 'write'],
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

/** Of a customer who is called as the query says, these are offered unasked. */
const offered = customerActions.filter(({ compose }) => ['email', 'call', 'task'].includes(compose));

/** What a query asks to be done, and for whom. */
export interface RequestedAction {
  readonly act: CustomerAction;
  /** Empty while no name is typed. */
  readonly name: string;
  /** Whether it begins as the palette itself would say it: then it is the name of nothing. */
  readonly isPhrase: boolean;
}

/** Each thing that can be done with a customer, as the beginning of a query. */
export function askingItems(): PaletteItem[] {
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

/** The act that a query begins with, if it does: "call dana" asks for a call with Dana. */
export function askedAct(query: string): RequestedAction | null {
  const text = fold(query);
  for (const act of customerActions)
    for (const beginning of [act.phrase.toLowerCase(), ...act.short])
      if (text === beginning || text.startsWith(`${beginning} `)) {
        const isPhrase = beginning === act.phrase.toLowerCase();
        return { act, name: text.slice(beginning.length).trim(), isPhrase };
      }
  return null;
}

/** What a query asks for, with each of the customers found by the name in it. */
export function requestedItems({ act }: RequestedAction, hits: readonly SearchHit[]): PaletteItem[] {
  return hits.filter(({ kind }) => kind === 'customer').map((hit) => itemOf(act, hit, 0));
}

/** What can be done with the nearest of all, where that is a customer of the name asked for. */
export function offeredItems(query: string, [nearest]: readonly SearchHit[]): PaletteItem[] {
  if (nearest?.kind !== 'customer' || rankOf(nearest.title, query) > 2) return [];
  return offered.map((act) => itemOf(act, nearest, farthest));
}

function itemOf({ phrase, icon, compose }: CustomerAction, hit: SearchHit, rank: number): PaletteItem {
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
