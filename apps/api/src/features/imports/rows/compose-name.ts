import type { ImportTarget } from '@handover/contract/imports.ts';
import { parseAccountType } from './cells.ts';

/** What the mapped columns of one row say. */
export type Values = Readonly<Partial<Record<ImportTarget, string>>>;

export type ComposedName = {
  readonly name: string;
  readonly accountType: 'Individual' | 'Corporate';
  readonly company: string | undefined;
  /** False when only an e-mail address could stand in for the name. */
  readonly isGiven: boolean;
};

/**
 * Who a row is about: an organisation by its name, a person by the whole name or its parts, and where
 * neither is given, the company or the e-mail address. Null when the row names nobody.
 */
export function composeName(values: Values): ComposedName | null {
  const person =
    values.name ?? joined(values.firstName, values.middleName, values.lastName, values.nameSuffix);
  const organization = values.organizationName ?? values.company;
  const stated = values.accountType === undefined ? null : parseAccountType(values.accountType);
  const accountType =
    stated ?? (person === undefined && organization !== undefined ? 'Corporate' : 'Individual');
  const name =
    accountType === 'Corporate'
      ? (values.organizationName ?? values.name ?? values.company ?? person)
      : (person ?? organization);
  const shown = name ?? values.email;
  if (shown === undefined) return null;
  const company = values.company ?? (accountType === 'Individual' ? values.organizationName : undefined);
  return {
    name: shown,
    accountType,
    company: company === shown ? undefined : company,
    isGiven: name !== undefined,
  };
}

function joined(...parts: (string | undefined)[]): string | undefined {
  const text = parts.filter((part) => part !== undefined).join(' ');
  return text === '' ? undefined : text;
}
