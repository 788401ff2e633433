import { getDocumentPage, type pageWidths } from '@handover/contract/documents/document-content.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { openStream } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

interface PageRef {
  readonly id: string;
  /** The version number. */
  readonly number: number;
  /** Starts at 1. */
  readonly page: number;
  readonly width: (typeof pageWidths)[number];
}

/** The image of a page never changes, because its version does not. */
const pageImageQuery = ({ id, number, page, width }: PageRef): QueryFor<Blob> =>
  oneQuery({
    queryKey: ['document-page', id, number, page, width],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const params = { id, page: String(page) };
      const query = { number: String(number), width };
      return (await openStream(getDocumentPage, { params, query, signal })).blob();
    },
  });

interface PageImage {
  /** Null while loading. */
  readonly url: string | null;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** The image of a page of a PDF, loaded when `isReached`. */
export function usePageImage(page: PageRef, isReached: boolean): PageImage {
  const { data, error, refetch } = useQuery({ ...pageImageQuery(page), enabled: isReached });
  const url = useMemo(() => (data === undefined ? null : URL.createObjectURL(data)), [data]);
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  return { url, error, refetch: () => void refetch() };
}
