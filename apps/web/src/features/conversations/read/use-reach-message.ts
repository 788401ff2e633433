import type { Message } from '@handover/contract/conversations.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Loads on until the message is there that the address names after the `#`. */
export function useReachMessage(query: Pages, messages: readonly Message[]): void {
  const { hash } = useLocation();
  const wanted = /^#message-(.+)$/.exec(hash)?.[1];
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isMissing = wanted !== undefined && messages.every(({ id }) => id !== wanted);
  const isToFetch = isMissing && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isToFetch) void fetchNextPage();
  }, [isToFetch, fetchNextPage]);
}
