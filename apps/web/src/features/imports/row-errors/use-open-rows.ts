import type { ImportDetail } from '@handover/contract/imports.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rowErrorsKey, problemGroupsQuery } from './row-errors.queries.ts';

/** How many rows are still to be mended. A check that ends may have found more, or less: duplicates show only in the whole file. */
export function useOpenRows({ id, check }: ImportDetail): number {
  const client = useQueryClient();
  const isComplete = check?.isComplete ?? false;
  useEffect(() => {
    if (isComplete) void client.invalidateQueries({ queryKey: rowErrorsKey(id) });
  }, [client, id, isComplete]);
  const { data } = useQuery({ ...problemGroupsQuery(id), enabled: check !== null });
  return data?.open ?? 0;
}
