import type { CreateCustomer } from '@handover/contract/customers.ts';
import { emailKey, fold, phoneKey } from '../../../lib/text.ts';

/** What records are compared by. */
export type MatchKeys = {
  readonly npi: string | null;
  readonly emailKeys: readonly string[];
  readonly phoneKey: string | null;
  readonly nameSort: string;
};

/** A customer that a row may be about: one of the workspace, or one that an earlier row of the file made or changed. */
export type Known = MatchKeys & {
  readonly id: string;
  readonly isInBin: boolean;
  /** The row of this file that made or last changed it. */
  readonly row: number | null;
};

export type Match = {
  readonly known: readonly Known[];
  readonly by: 'NPI' | 'e-mail address' | 'name and phone number';
};

export type KnownIndex = { add(known: Known): void; find(keys: MatchKeys): Match | null };

export function keysOf(input: CreateCustomer): MatchKeys {
  return {
    npi: input.npi ?? null,
    emailKeys: [input.email, ...(input.extraEmails ?? [])].flatMap((email) =>
      email == null ? [] : [emailKey(email)],
    ),
    phoneKey: input.phone == null ? null : phoneKey(input.phone),
    nameSort: fold(input.name),
  };
}

/**
 * Finds who a row is about: by NPI, else by e-mail address, else by phone number. A phone number counts
 * only together with the name, since whole clinics share a switchboard. Two different NPIs are two
 * providers, whatever else they share.
 */
export function createKnownIndex(all: readonly Known[]): KnownIndex {
  const byKey = new Map<string, Map<string, Known>>();
  const add = (known: Known): void => {
    for (const key of indexKeys(known)) {
      const group = byKey.get(key) ?? new Map<string, Known>();
      byKey.set(key, group.set(known.id, known));
    }
  };
  for (const known of all) add(known);
  const at = (key: string): Known[] => [...(byKey.get(key)?.values() ?? [])];
  return {
    add,
    find: (keys) => {
      const candidates: Match[] = [
        { by: 'NPI', known: keys.npi === null ? [] : at(`npi ${keys.npi}`) },
        { by: 'e-mail address', known: [...new Set(keys.emailKeys.flatMap((key) => at(`email ${key}`)))] },
        {
          by: 'name and phone number',
          known: keys.phoneKey === null ? [] : at(`phone ${keys.phoneKey} ${keys.nameSort}`),
        },
      ];
      const matches = candidates.map((match) => ({
        ...match,
        known: preferKept(match.known.filter((known) => isSameProvider(known, keys))),
      }));
      return matches.find((match) => match.known.length > 0) ?? null;
    },
  };
}

function indexKeys({ npi, emailKeys, phoneKey, nameSort }: MatchKeys): string[] {
  return [
    ...(npi === null ? [] : [`npi ${npi}`]),
    ...emailKeys.map((key) => `email ${key}`),
    ...(phoneKey === null ? [] : [`phone ${phoneKey} ${nameSort}`]),
  ];
}

function isSameProvider(known: MatchKeys, keys: MatchKeys): boolean {
  return known.npi === null || keys.npi === null || known.npi === keys.npi;
}

/** A record in the bin only counts when no other matches. */
function preferKept(known: readonly Known[]): readonly Known[] {
  const kept = known.filter(({ isInBin }) => !isInBin);
  return kept.length > 0 ? kept : known;
}
