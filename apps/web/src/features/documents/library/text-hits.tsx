import { searchDocumentText, type DocumentTextHit } from '@handover/contract/documents/document-content.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import Card from '@mui/material/Card';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { Link } from 'react-router';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useListSearch } from '#shared/records/list/list-search.ts';
import { parseInput } from '#shared/records/list/record-list.ts';
import { documentList } from '../documents.record.tsx';
import styles from './text-hits.module.css';

const hasWord = /[\p{L}\p{N}]/u;

/** Files whose text contains the query, each with the matching passage. Shown below the files whose names match. */
export default function TextHits(): ReactElement | null {
  const id = useId();
  const { search } = useListSearch(documentList);
  const { q = '', deleted, ...filter } = search.filter;
  const isAsked = typeof q === 'string' && hasWord.test(q) && deleted === undefined && search.page === 1;
  const { data: hits = [] } = useQuery({
    ...textHitsQuery({ ...filter, q }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (!isAsked || hits.length === 0) return null;
  return (
    <Card component="section" aria-labelledby={id} className={styles['card'] ?? ''}>
      <h2 id={id} className={styles['title']}>
        Found in text
      </h2>
      <ul className={styles['list']}>
        {hits.map((hit) => (
          <HitRow key={hit.document.id} hit={hit} />
        ))}
      </ul>
    </Card>
  );
}

function HitRow({ hit }: { hit: DocumentTextHit }): ReactElement {
  const { document, page, pageCount, title, excerpt, hitCount } = hit;
  const place = title ?? (pageCount > 1 ? `Page ${String(page)}` : null);
  const others = hitCount > 1 ? `${String(hitCount - 1)} more` : null;
  return (
    <li className={styles['row']}>
      <Link to={`${recordInfo.document.path}${document.id}?page=${String(page)}`} className={styles['name']}>
        {document.name}
      </Link>
      {place !== null && (
        <span className={styles['place']}>{[place, others].filter(Boolean).join(', ')}</span>
      )}
      <p className={styles['passage']}>
        {excerpt.map((part, index) => (part.isHit ? <mark key={index}>{part.text}</mark> : part.text))}
      </p>
    </li>
  );
}

type HitQuery = Readonly<Record<string, string | readonly string[]>>;

const textHitsQuery = (query: HitQuery): QueryFor<DocumentTextHit[]> =>
  oneQuery({
    queryKey: ['document', 'all', 'text', query],
    queryFn: async ({ signal }) =>
      (await send(searchDocumentText, { query: parseInput(searchDocumentText.query, query) }, { signal }))
        .hits,
  });
