import * as z from 'zod/mini';
import { id, searchText } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordTypes } from './records.ts';

export const searchKinds = [
  ...recordTypes,
  'person',
  'post',
  'view',
  'import',
  'note',
  'email',
  'document_text',
] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchHit = z.object({
  kind: z.enum(searchKinds),
  id,
  title: z.string(),
  /**
   * A detail that distinguishes the hit: company, address, owner, or customer; for a view, who shares it; for an
   * import, its status.
   */
  detail: z.nullable(z.string()),
  /** For a post, its slug; for the text of a document, the page; for a view, the query of its list. */
  slug: z.nullable(z.string()),
  /** For a view or an import, the type of its records. */
  recordType: z.nullable(z.enum(recordTypes)),
  /** For a note or an email, the customer it belongs to. */
  customerId: z.nullable(id),
  /** The matching text if it was not the title, such as a phone number. */
  matched: z.nullable(z.string()),
  /**
   * How the query matches: 0 the whole title, 1 its beginning, 2 the beginning of a word, 3 inside a word, 4 another
   * field, 5 similar spelling.
   */
  rank: z.int(),
});
export type SearchHit = z.infer<typeof searchHit>;

/** The rank of hits with a similar spelling only. */
export const similarRank = 5;

export const searchRecords = defineEndpoint({
  method: 'GET',
  path: '/search',
  summary: 'List records of every type that the caller may read, best match first',
  access: member('STAFF'),
  status: 200,
  query: z.strictObject({ q: searchText.check(z.minLength(1)) }),
  response: z.object({ hits: z.array(searchHit) }),
});
