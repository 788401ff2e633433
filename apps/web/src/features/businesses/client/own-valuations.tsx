import {
  listOwnValuations,
  openOpinionOfValue,
  type OwnValuation,
} from '@handover/contract/businesses/valuations.ts';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './own-valuations.module.css';

const ownValuationsQuery = (): QueryFor<OwnValuation[]> =>
  oneQuery({
    queryKey: ['business', 'all', 'own-valuations'],
    queryFn: async ({ signal }) => (await send(listOwnValuations, {}, { signal })).valuations,
  });

/** The opinions of value that the broker shares with the client. Renders nothing if there are none. */
export default function OwnValuations(): ReactElement | null {
  const { data, error, refetch } = useQuery(ownValuationsQuery());
  if (data === undefined)
    return error === null ? null : (
      <FailedState
        title="Your opinions of value could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (data.length === 0) return null;
  return (
    <section className={styles['card']} aria-label="Opinions of value">
      <h2 className={styles['title']}>Opinions of value</h2>
      <ul className={styles['list']}>
        {data.map((valuation) => (
          <ValuationRow key={valuation.id} valuation={valuation} />
        ))}
      </ul>
    </section>
  );
}

function ValuationRow({ valuation }: { valuation: OwnValuation }): ReactElement {
  const { id, business, currency, lowCents, highCents, createdAt } = valuation;
  const { timeZone } = useUser();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(openOpinionOfValue, { params: { id } }),
    onSuccess: ({ ticket }) => downloadTicket(ticket),
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  return (
    <li>
      <div className={styles['text']}>
        <p className={styles['name']}>{business.name}</p>
        <p className={styles['note']}>
          {lowCents !== null && highCents !== null && (
            <>
              <MoneyText isPrice amountCents={lowCents} currency={currency} /> –{' '}
              <MoneyText isPrice amountCents={highCents} currency={currency} />,{' '}
            </>
          )}
          <RelativeTime time={createdAt} timeZone={timeZone} />
        </p>
      </div>
      <Button
        variant="outlined"
        color="inherit"
        loading={isPending}
        aria-label={`Download the opinion of value for ${business.name}`}
        onClick={() => mutate()}
      >
        Download PDF
      </Button>
    </li>
  );
}
