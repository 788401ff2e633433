import * as z from 'zod/mini';
import { parseCustomFieldKey, toCustomKey, type CustomKey } from './custom-filter.ts';

/** One sort key. With a custom field, records without a value come last in both directions. */
export type SortPart<Key extends string = string> = {
  readonly key: Key | CustomKey;
  readonly isDescending: boolean;
};

export const maxSortKeys = 3;

const customPattern = 'custom\\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Up to three of the keys, most significant first, with `-` for descending: `-createdAt,name`. */
export function recordSort(
  keys: readonly string[],
  { hasCustomFields = false }: { hasCustomFields?: boolean } = {},
): z.ZodMiniString {
  const key = `-?(?:${[...keys, ...(hasCustomFields ? [customPattern] : [])].join('|')})`;
  const names = [...keys, ...(hasCustomFields ? ['custom.<field id>'] : [])].join(', ');
  return z
    .string()
    .check(
      z.regex(
        new RegExp(`^${key}(?:,${key}){0,${String(maxSortKeys - 1)}}$`),
        `Up to ${String(maxSortKeys)} of ${names}, with a comma between and - before one for descending`,
      ),
      z.refine(hasEachKeyOnce, 'Each key can be named once'),
    );
}

/** The sort keys, most significant first. Keys that are neither in `keys` nor a custom field are dropped. */
export function readSort<const Key extends string>(sort: string, keys: readonly Key[]): SortPart<Key>[] {
  return sort.split(',').flatMap((part) => {
    const isDescending = part.startsWith('-');
    const name = isDescending ? part.slice(1) : part;
    const fieldId = parseCustomFieldKey(name);
    const key = keys.find((each) => each === name) ?? (fieldId === null ? null : toCustomKey(fieldId));
    return key === null ? [] : [{ key, isDescending }];
  });
}

/** The sort order as text: the inverse of `readSort`. */
export function writeSort(parts: readonly SortPart[]): string {
  return parts.map(({ key, isDescending }) => `${isDescending ? '-' : ''}${key}`).join(',');
}

function hasEachKeyOnce(sort: string): boolean {
  const names = sort.split(',').map((part) => part.replace(/^-/, ''));
  return new Set(names).size === names.length;
}
