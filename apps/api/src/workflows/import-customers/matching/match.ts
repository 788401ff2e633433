import type { CreateCustomer } from '@handover/contract/customers.ts';
import { emailKey, fold, phoneKey } from '#lib/text.ts';

/** What records are compared by, one kind after the other: the first kind that finds somebody decides. */
export type MatchKeys = {
  readonly npi: string | null;
  readonly emailKeys: readonly string[];
  readonly phoneKey: string | null;
  readonly nameSort: string;
};

/** A customer of the workspace that a row may be about. */
export type Known = MatchKeys & {
  readonly id: string;
  readonly isInTrash: boolean;
  readonly planName: string | null;
};

/** A key that a row taken earlier in the file has, or the customer has that the row was about. */
export type Claim = { readonly key: string; readonly row: number; readonly npi: string | null };

export const matchedBy = ['NPI', 'e-mail address', 'name and phone number'] as const;
export type MatchedBy = (typeof matchedBy)[number];

export type Match = {
  readonly by: MatchedBy;
  /** The first row of the file that has the same. */
  readonly earlierRow: number | null;
  readonly known: readonly Known[];
};

export type ExistingIndex = {
  find(keys: MatchKeys): Match | null;
  /** The row that was about this customer. */
  rowOf(customerId: string): number | null;
  add(claims: readonly Claim[]): void;
};

/** What a customer as the contract takes it is compared by. */
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

/** The keys of each kind as text; in the order of `matchedBy`. */
export function textKeys({
  npi,
  emailKeys,
  phoneKey: phone,
  nameSort,
}: MatchKeys): Record<MatchedBy, string[]> {
  return {
    NPI: npi === null ? [] : [`npi ${npi}`],
    'e-mail address': [...new Set(emailKeys)].map((key) => `email ${key}`),
    'name and phone number': phone === null ? [] : [`phone ${phone} ${nameSort}`],
  };
}

/** The key by which a row claims a customer. */
export function customerKey(id: string): string {
  return `customer ${id}`;
}

/**
 * Finds who a row is about: by NPI, else by e-mail address, else by phone number. A phone number counts
 * only together with the name, since whole clinics share a switchboard. Two different NPIs are two
 * providers, whatever else they share. Rows taken earlier count as what they make of a customer, so that a
 * trial without writing comes to the same as the import.
 */
export function createExistingIndex(all: readonly Known[], earlier: readonly Claim[]): ExistingIndex {
  const existingByKey = groupBy(all, (known) => Object.values(textKeys(known)).flat());
  const claimsByKey = groupBy(earlier, ({ key }) => [key]);
  const claimOn = (id: string): Claim | undefined => claimsByKey.get(customerKey(id))?.[0];
  const isSame = (npi: string | null, keys: MatchKeys): boolean =>
    npi === null || keys.npi === null || npi === keys.npi;
  return {
    add: (claims) => {
      for (const claim of claims) claimsByKey.set(claim.key, [...(claimsByKey.get(claim.key) ?? []), claim]);
    },
    rowOf: (id) => claimOn(id)?.row ?? null,
    find: (keys) => {
      const texts = textKeys(keys);
      for (const by of matchedBy) {
        const claims = texts[by]
          .flatMap((key) => claimsByKey.get(key) ?? [])
          .filter(({ npi }) => isSame(npi, keys));
        const known = [...new Set(texts[by].flatMap((key) => existingByKey.get(key) ?? []))].filter((one) =>
          isSame(claimOn(one.id)?.npi ?? one.npi, keys),
        );
        if (claims.length > 0 || known.length > 0)
          return { by, earlierRow: smallest(claims.map(({ row }) => row)), known: preferExisting(known) };
      }
      return null;
    },
  };
}

function groupBy<Item>(
  items: readonly Item[],
  keysOfItem: (item: Item) => readonly string[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items)
    for (const key of keysOfItem(item)) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}

function smallest(rows: readonly number[]): number | null {
  return rows.length === 0 ? null : Math.min(...rows);
}

/** A record in the bin only counts when no other matches. */
function preferExisting(known: readonly Known[]): readonly Known[] {
  const kept = known.filter(({ isInTrash }) => !isInTrash);
  return kept.length > 0 ? kept : known;
}
