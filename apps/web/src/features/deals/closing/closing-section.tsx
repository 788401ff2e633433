import {
  closingDateKinds,
  closingDateNames,
  type ClosingDateKind,
  type DealClosing,
} from '@handover/contract/deals/deal-closing.ts';
import type { DealDetail } from '@handover/contract/deals/deals.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { Checklist } from './checklist.tsx';
import { closingQuery, useClosingChange } from './closing.queries.ts';
import styles from './closing.module.css';

const FundsDialog = lazy(() => import('./funds-dialog.tsx'));

/** Approvals, funds flow, and dates after closing. */
export default function ClosingSection({ deal }: { deal: DealDetail }): ReactElement {
  const { data: closing, error, refetch } = useQuery(closingQuery(deal.id));
  if (closing === undefined && error !== null)
    return (
      <FailedState
        title="The closing could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (closing === undefined) return <Spinner />;
  return (
    <div className={styles['section']}>
      <Checklist closing={closing} />
      <FundsFlow closing={closing} deal={deal} />
      <Dates closing={closing} />
    </div>
  );
}

function FundsFlow({ closing, deal }: { closing: DealClosing; deal: DealDetail }): ReactElement {
  const [isEditing, setEditing] = useState(false);
  const { fundsFlow, differenceCents, canUpdate } = closing;
  const { currency } = deal;
  return (
    <section className={styles['part']} aria-label="Funds flow">
      <div className={styles['top']}>
        <h3 className={styles['title']}>Funds flow</h3>
        {canUpdate && (
          <Button variant="outlined" color="inherit" onClick={() => setEditing(true)}>
            {fundsFlow.length === 0 ? 'Add funds flow' : 'Edit'}
          </Button>
        )}
      </div>
      {fundsFlow.length === 0 ? (
        <p className={styles['note']}>
          Sources and uses of funds at closing. They must balance before the deal can close.
        </p>
      ) : (
        <>
          <div className={styles['sides']}>
            {(['source', 'use'] as const).map((side) => (
              <dl key={side} className={styles['side']}>
                <dt className={styles['area']}>{sideNames[side]}</dt>
                {fundsFlow
                  .filter((line) => line.side === side)
                  .map((line, index) => (
                    <dd key={index} className={styles['line']}>
                      <span>{line.label}</span>
                      <MoneyText amountCents={line.amountCents} currency={currency} />
                    </dd>
                  ))}
              </dl>
            ))}
          </div>
          <p role="status">
            {differenceCents === 0 ? (
              <StatusLabel tone="success">Balanced</StatusLabel>
            ) : (
              <>
                <StatusLabel tone="warning">Not balanced</StatusLabel> Sources minus uses:{' '}
                <MoneyText amountCents={differenceCents} currency={currency} />
              </>
            )}
          </p>
        </>
      )}
      {isEditing && (
        <Suspense>
          <FundsDialog deal={deal} closing={closing} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

export const sideNames = { source: 'Sources', use: 'Uses' } as const;

function Dates({ closing }: { closing: DealClosing }): ReactElement {
  return (
    <section className={styles['part']} aria-label="Post-closing dates">
      <h3 className={styles['title']}>
        Post-closing dates{' '}
        <span className={styles['note']}>
          When the deal closes, the broker gets a task for each date. Changing a date moves its task.
        </span>
      </h3>
      <div className={styles['dates']}>
        {closingDateKinds.map((kind) => (
          <ClosingDate key={kind} kind={kind} closing={closing} />
        ))}
      </div>
    </section>
  );
}

function ClosingDate({ kind, closing }: { kind: ClosingDateKind; closing: DealClosing }): ReactElement {
  const stored = closing.dates[kind] ?? null;
  const toasts = useToasts();
  const [failureCount, setFailureCount] = useState(0);
  const { run } = useClosingChange(closing, {
    done: 'Date saved',
    onError: (error) => {
      toasts.failed(getErrorMessage(error));
      setFailureCount((count) => count + 1);
    },
  });
  return (
    <LabeledInput
      // A rejected date is replaced by the stored one.
      key={`${stored ?? ''} ${String(failureCount)}`}
      type="date"
      label={closingDateNames[kind]}
      defaultValue={stored ?? ''}
      disabled={!closing.canUpdateDates}
      onBlur={({ target }) => {
        const day = target.value === '' ? null : target.value;
        if (day !== stored) run({ dates: { [kind]: day } });
      }}
    />
  );
}
