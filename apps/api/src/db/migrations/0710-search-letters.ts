import { sql, type Kysely } from 'kysely';

/** Search texts without letters that many keyboards lack, such as ł and ø; triggers follow with their terms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE search_entries SET text = replace(replace(replace(replace(
      translate(text, 'łøđðıħŧŋ', 'loddihtn'), 'þ', 'th'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
    WHERE text ~ '[łøđðþßæœıħŧŋ]'`.execute(db);
}
