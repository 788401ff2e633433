import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useUser } from '#shared/session/session-context.tsx';
import { bulkRunsQuery, isInProgress } from './bulk.queries.ts';

const BulkStrip = lazy(() => import('./bulk-strip.tsx'));
const BulkHistory = lazy(() => import('./bulk-history.tsx'));

const parameter = 'bulk';
const listOfRuns = 'recent';

export interface BulkPlace {
  /** What the address opens: `recent` for all runs, or the id of one. */
  readonly open: string | null;
  /** The run whose progress stands above the list. */
  readonly followed: string | null;
  show: (what: string | null) => void;
  follow: (runId: string | null) => void;
}

/** Which run over many customers is on screen. One of one's own that is under way is found again after leaving the page. */
export function useBulkPlace(): BulkPlace {
  const [params, setParams] = useSearchParams();
  const user = useUser();
  const [chosen, setChosen] = useState<{ id: string | null }>();
  const { data } = useInfiniteQuery(bulkRunsQuery());
  const underWay = data?.pages[0]?.bulkRuns.find((run) => isInProgress(run) && run.createdBy.id === user.id);
  return {
    open: params.get(parameter),
    followed: chosen?.id ?? underWay?.id ?? null,
    show: (what) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (what === null) next.delete(parameter);
          else next.set(parameter, what);
          return next;
        },
        { preventScrollReset: true, replace: true },
      ),
    follow: (id) => setChosen({ id }),
  };
}

/** The run that is followed, and the runs that are looked at. */
export function BulkArea({ place }: { place: BulkPlace }): ReactElement {
  const { open, followed, show, follow } = place;
  return (
    <>
      {followed !== null && (
        <Suspense>
          <BulkStrip
            key={followed}
            runId={followed}
            onDetails={show}
            onFollow={follow}
            onDismiss={() => follow(null)}
          />
        </Suspense>
      )}
      {open !== null && (
        <Suspense>
          <BulkHistory
            runId={open === listOfRuns ? null : open}
            onShow={(id) => show(id ?? listOfRuns)}
            onFollow={(id) => {
              follow(id);
              show(null);
            }}
            onClose={() => show(null)}
          />
        </Suspense>
      )}
    </>
  );
}
