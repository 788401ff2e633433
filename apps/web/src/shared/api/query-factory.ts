import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  type DataTag,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The result of `oneQuery`: key and fetcher together, the key tagged with the type of its data. */
export interface QueryFor<T> {
  readonly queryKey: DataTag<QueryKey, T, Error>;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  readonly staleTime?: number;
}

/** The result of `pagesQuery`. */
export type PagesFor<T> = ReturnType<
  typeof infiniteQueryOptions<T, Error, InfiniteData<T, string | undefined>, QueryKey, string | undefined>
>;

interface QueryParts<T> {
  /** For live data `[noun, customer id | 'all', …]`, so that live notices match it. */
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  staleTime?: number;
}

/** The options of a query. */
export function oneQuery<T>({ queryKey, queryFn, staleTime }: QueryParts<T>): QueryFor<T> {
  const { queryKey: taggedKey } = queryOptions<T>({ queryKey, queryFn });
  return { queryKey: taggedKey, queryFn, ...(staleTime !== undefined && { staleTime }) };
}

interface PagesParts<T> {
  queryKey: QueryKey;
  /** `cursor` is undefined for the first page. */
  fetchPage: (page: { cursor: string | undefined; signal: AbortSignal }) => Promise<T>;
}

/** The options of an infinite list, which loads page by page. */
export function pagesQuery<T extends { nextCursor: string | null }>({
  queryKey,
  fetchPage,
}: PagesParts<T>): PagesFor<T> {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      fetchPage({ cursor: pageParam, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }: T) => nextCursor ?? undefined,
  });
}

/**
 * The queries of one workspace. Only transient failures are retried: no response, or a busy server. A rate-limited
 * query shows the error, and is refetched after the server's delay. Without a network, a call fails immediately with
 * the reason.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransientError(error),
        refetchInterval: ({ state: { error } }) =>
          error instanceof ApiError && error.status === 429 && (error.retryAfterSeconds ?? 60) * 1000,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function isTransientError(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}
