import { fold } from '#lib/text.ts';

/** Addresses below `/blog/` that are pages of their own. */
const taken = new Set(['write']);
const longest = 100;

/** The address a title gives: `selling-to-a-dso`; `post` when nothing of the title can stand in one. */
export function slugOf(title: string): string {
  const words = fold(title)
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return words === '' || taken.has(words) ? 'post' : words;
}

/** The first of `slug`, `slug-2`, `slug-3` … that is not in use. */
export function freeSlug(slug: string, used: ReadonlySet<string>): string {
  if (!used.has(slug)) return slug;
  let number = 2;
  while (used.has(`${slug}-${String(number)}`)) number += 1;
  return `${slug}-${String(number)}`;
}
