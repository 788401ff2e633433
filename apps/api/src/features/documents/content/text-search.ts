import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import type { SearchSource } from '#platform/records/search/search.queries.ts';
import { markExcerpt } from '#platform/search/mark-hits.ts';
import { createPrefixQuery } from '#platform/search/text-words.ts';
import { listTextHits } from './text.queries.ts';

const maxHits = 5;
const excerptCharacters = 90;

/** Documents by the words in them. */
export function createDocumentTextSearch(records: readonly RecordTypeWithFiles[]): SearchSource {
  return {
    kind: 'document_text',
    area: 'documents',
    find: async (db, member, { q }) => {
      const query = createPrefixQuery(q);
      if (query === null) return [];
      const rows = await listTextHits(db, member, { query, records, limit: maxHits });
      return rows.map(({ id, name, page, page_count, text }) => ({
        id,
        title: name,
        detail: [
          ...(page_count > 1 ? [`Page ${String(page)}`] : []),
          markExcerpt(text, q, excerptCharacters)
            .map((part) => part.text)
            .join(''),
        ].join(': '),
        slug: String(page),
      }));
    },
  };
}
