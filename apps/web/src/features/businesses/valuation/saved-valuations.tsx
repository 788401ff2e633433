import {
  type Valuation,
  listValuations,
  openOpinionOfValue,
  releaseValuation,
  withdrawValuation,
} from '@handover/contract/businesses/valuations.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadTicket } from '#shared/files/files.ts';
import { ConclusionPanel } from './conclusion-panel.tsx';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { AffordabilityFacts, AssumedFacts } from './affordability-facts.tsx';
import { MethodsTable } from './methods-table.tsx';
import styles from './valuation.module.css';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';
import { LoadMore } from '#shared/lists/paged-panel.tsx';
import { methodLabels } from '#shared/labels/valuations.ts';

const CompareValuations = lazy(() => import('./compare-valuations.tsx'));

/** Earlier valuations of the business, newest first. Each expands to show its basis. */
export function SavedValuations({ businessId }: { businessId: string }): ReactElement {
  const [isComparing, setComparing] = useState(false);
  const query = useInfiniteQuery(valuationsQuery(businessId));
  const valuations = query.data?.pages.flatMap((page) => page.valuations) ?? [];
  return (
    <section className={styles['part']} aria-labelledby="saved-valuations">
      <h3 id="saved-valuations" className={styles['subtitle']}>
        Saved valuations
      </h3>
      {query.isPending && <ListSkeleton columns={['30%', '70%']} rows={2} rowHeight={48} />}
      {query.data === undefined && query.error !== null && (
        <FailedState
          title="The saved valuations could not be loaded"
          text={getErrorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && valuations.length === 0 && (
        <p className={styles['remark']}>No saved valuations yet.</p>
      )}
      {valuations.length > 1 && (
        <details onToggle={({ currentTarget }) => setComparing(currentTarget.open)}>
          <summary>Compare two valuations</summary>
          {isComparing && (
            <Suspense fallback={<ListSkeleton columns={['40%', '60%']} rows={4} rowHeight={36} />}>
              <CompareValuations valuations={valuations} />
            </Suspense>
          )}
        </details>
      )}
      {valuations.length > 0 && (
        <ol className={styles['saved']}>
          {valuations.map((valuation) => (
            <SavedItem key={valuation.id} valuation={valuation} />
          ))}
        </ol>
      )}
      <LoadMore query={query} shown={valuations.length} total={query.data?.pages[0]?.total ?? null} />
    </section>
  );
}

function SavedItem({ valuation }: { valuation: Valuation }): ReactElement {
  const { timeZone } = useUser();
  const download = useDownload(valuation.id);
  const sharing = useSharing(valuation);
  const {
    author,
    createdAt,
    currency,
    methods,
    note,
    assumedScore,
    affordability,
    askingPriceCents,
    releasedAt,
  } = valuation;
  return (
    <li>
      <details>
        <summary>
          <strong>
            <RelativeTime time={createdAt} timeZone={timeZone} />
          </strong>{' '}
          by {author.displayName}
          {releasedAt !== null && ', shared with the owner'}
          <span className={styles['ranges']}>
            {methods.map(({ method, lowCents, highCents }) =>
              lowCents === null || highCents === null ? null : (
                <span key={method}>
                  {methodLabels[method]} <Range low={lowCents} high={highCents} currency={currency} />
                </span>
              ),
            )}
          </span>
        </summary>
        <div className={styles['detail']}>
          <p className={styles['remark']}>
            {askingPriceCents === null ? (
              'No asking price at the time.'
            ) : (
              <>
                Asking price at the time:{' '}
                <MoneyText isPrice amountCents={askingPriceCents} currency={currency} />.
              </>
            )}
            {assumedScore !== null && ` A readiness score of ${String(assumedScore)} was assumed.`}
          </p>
          <ConclusionPanel
            methods={methods}
            currency={currency}
            askingPriceCents={askingPriceCents}
            assumedScore={assumedScore}
            businessType={valuation.businessType}
            inventoryCents={valuation.inventoryCents}
          />
          <MethodsTable
            type={valuation.businessType}
            methods={methods}
            currency={currency}
            askingPriceCents={askingPriceCents}
            assumedScore={assumedScore}
          />
          {affordability !== null && (
            <div className={styles['case']}>
              <div>
                <h4 className={styles['subtitle']}>Buyer assumptions</h4>
                <AssumedFacts affordability={affordability} currency={currency} />
              </div>
              <div>
                <AffordabilityFacts
                  affordability={affordability}
                  currency={currency}
                  askingPriceCents={askingPriceCents}
                />
              </div>
            </div>
          )}
          <div>
            <Button
              variant="outlined"
              color="inherit"
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              Broker opinion of value (PDF)
            </Button>{' '}
            <Button
              variant="outlined"
              color="inherit"
              loading={sharing.isPending}
              onClick={() => sharing.mutate(releasedAt === null)}
            >
              {releasedAt === null ? 'Share with owner' : 'Stop sharing'}
            </Button>
          </div>
        </div>
      </details>
      {note !== null && <p className={styles['note']}>{note}</p>}
    </li>
  );
}

/** Shares a valuation with the owners, or stops sharing it. */
function useSharing({ id, businessId }: Valuation) {
  const toasts = useToasts();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isShared: boolean) =>
      send(isShared ? releaseValuation : withdrawValuation, { params: { id } }),
    onSuccess: (_answer, isShared) =>
      toasts.done(isShared ? 'Shared with the owner' : 'No longer shared with the owner'),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => client.invalidateQueries({ queryKey: valuationsQuery(businessId).queryKey }),
  });
}

function useDownload(id: string) {
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => send(openOpinionOfValue, { params: { id } }),
    onSuccess: ({ ticket }) => downloadTicket(ticket),
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
}

function Range({ low, high, currency }: { low: number; high: number; currency: string }): ReactElement {
  const whole = (cents: number): number => Math.round(cents / 100) * 100;
  return (
    <>
      <MoneyText isPrice amountCents={whole(low)} currency={currency} />
      {low !== high && (
        <>
          –<MoneyText isPrice amountCents={whole(high)} currency={currency} />
        </>
      )}
    </>
  );
}

/** The saved valuations of a business, newest first, 10 a page. */
export const valuationsQuery = (businessId: string): PagesFor<ResponseOf<typeof listValuations>> =>
  pagesQuery({
    queryKey: ['business', 'all', 'valuations', businessId],
    fetchPage: ({ cursor, signal }) =>
      send(listValuations, { params: { id: businessId }, query: { cursor, limit: 10 } }, { signal }),
  });
