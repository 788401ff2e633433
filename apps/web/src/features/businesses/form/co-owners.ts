import { wholeBusiness, type BusinessOwner } from '@handover/contract/businesses/business-owners.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { toNamedItem, toText, type NamedItem } from '#shared/records/form/record-form.ts';

/** An owner other than the main one, as text in its inputs. */
export interface CoOwnerTexts {
  readonly customer: NamedItem | null;
  /** In percent. */
  readonly share: string;
}

export function readCoOwners(owners: readonly BusinessOwner[]): CoOwnerTexts[] {
  return owners
    .filter(({ isPrimary }) => !isPrimary)
    .map(({ id, name, shareBasisPoints }) => ({
      customer: { id, name: name ?? 'Hidden customer' },
      share: String(shareBasisPoints / 100),
    }));
}

/** Reads the co-owners from the form; a draft may contain anything. */
export function parseCoOwners(value: unknown): CoOwnerTexts[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) =>
    typeof each === 'object' && each !== null
      ? [{ customer: toNamedItem(Reflect.get(each, 'customer')), share: toText(Reflect.get(each, 'share')) }]
      : [],
  );
}

/** The co-owners as the contract's input. Empty rows are omitted. */
export function writeCoOwners(value: unknown): { customerId: string; shareBasisPoints: number }[] {
  return parseCoOwners(value)
    .filter(({ customer, share }) => customer !== null || share.trim() !== '')
    .map(({ customer, share }) => ({
      customerId: customer?.id ?? '',
      shareBasisPoints: parseBasisPoints(share),
    }));
}

/** The share of the main owner in percent; null while the others have all or no valid shares. */
export function findMainShare(value: unknown): number | null {
  const others = writeCoOwners(value).reduce((sum, { shareBasisPoints }) => sum + shareBasisPoints, 0);
  return Number.isFinite(others) && others < wholeBusiness ? (wholeBusiness - others) / 100 : null;
}

export function formatCoOwners(value: unknown): string {
  return parseCoOwners(value)
    .filter(({ customer }) => customer !== null)
    .map(({ customer, share }) => `${customer?.name ?? ''} ${share.trim()}%`)
    .join(', ');
}

/** NaN if the text is not a share. At most two decimals, as in the contract. */
function parseBasisPoints(share: string): number {
  const percent = parseNumber(share.replace(/\s*%\s*$/, ''));
  return percent === null ? Number.NaN : Number((percent * 100).toFixed(6));
}
