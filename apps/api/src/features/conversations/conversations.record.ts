import { sql } from 'kysely';
import { toExcerpt } from '#lib/text.ts';
import type { SearchSource } from '#platform/records/search/search.queries.ts';
import type { TimelineSubject } from '#platform/records/timeline.ts';
import { createPrefixQuery } from '#platform/search/text-words.ts';
import { listHitRows } from './message-search.queries.ts';

const titleCharacters = 120;
/** Only the newest; results show fewer of each kind. */
const maxMessages = 20;

/** Emails in timelines. */
export const messageSubject: TimelineSubject = {
  kind: 'message',
  table: 'messages',
  view: ({ scope }) => ({
    label: sql`messages.subject`,
    excerpt: sql`left(messages.text, 600)`,
    ...(scope !== 'client' && {
      state: sql`jsonb_build_object('status', messages.status, 'cause', messages.status_detail)`,
    }),
  }),
};

/** Emails by the words in them. */
export const messageSearch: SearchSource = {
  kind: 'email',
  area: 'users',
  find: async (db, member, { q }) => {
    const query = createPrefixQuery(q);
    if (query === null) return [];
    const sought = { query, customerId: undefined, after: null, limit: maxMessages };
    return (await listHitRows(db, member, sought)).map(({ id, subject, customer }) => {
      const title = subject.trim() === '' ? 'No subject' : toExcerpt(subject, titleCharacters);
      return { id, title, detail: customer.name, customerId: customer.id };
    });
  },
};
