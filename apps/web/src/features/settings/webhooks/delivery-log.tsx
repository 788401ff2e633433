import { deliveryStatuses, type Webhook, type WebhookDelivery } from '@handover/contract/webhooks.ts';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { deliveriesQuery, useRedelivery } from './webhooks.queries.ts';

const words = {
  queued: { tone: 'info', text: 'Pending' },
  delivered: { tone: 'success', text: 'Delivered' },
  failed: { tone: 'error', text: 'Failed' },
} as const;

/** Deliveries of the last 30 days with the response to each. */
export function DeliveryLog({ webhook }: { webhook: Webhook }): ReactElement {
  const [status, setStatus] = useState<WebhookDelivery['status'] | undefined>(undefined);
  const query = useInfiniteQuery(deliveriesQuery(webhook.id, status));
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <SettingsCard title="Log" text={`Deliveries to ${webhook.url} in the last 30 days.`}>
      <LabelledSelect
        label="Status"
        value={status ?? ''}
        onChange={(event) => setStatus(deliveryStatuses.find((one) => one === event.target.value))}
        sx={{ maxWidth: 220 }}
      >
        <option value="">Any</option>
        {deliveryStatuses.map((one) => (
          <option key={one} value={one}>
            {words[one].text}
          </option>
        ))}
      </LabelledSelect>
      <PagedPanel
        query={query}
        count={deliveries.length}
        empty={{ icon: 'solar:transmission-bold-duotone', title: 'No deliveries' }}
        failed="The log could not be loaded"
      >
        <ul className={styles['list']} aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} isEnabled={webhook.isEnabled} />
          ))}
        </ul>
        <LoadMore query={query} shown={deliveries.length} total={total} />
      </PagedPanel>
    </SettingsCard>
  );
}

function DeliveryRow({
  delivery,
  isEnabled,
}: {
  delivery: WebhookDelivery;
  isEnabled: boolean;
}): ReactElement {
  const { id, type, status, attempts, error, responseStatus, nextAttemptAt, createdAt } = delivery;
  const redelivery = useRedelivery();
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {type}
          <StatusLabel tone={words[status].tone}>{words[status].text}</StatusLabel>
        </p>
        <p className={styles['note']}>
          <RelativeTime time={createdAt} /> · {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
          {responseStatus !== null && ` · status ${String(responseStatus)}`}
          {status === 'queued' && attempts > 0 && nextAttemptAt !== null && (
            <>
              {' '}
              · next <RelativeTime time={nextAttemptAt} />
            </>
          )}
        </p>
        {error !== null && <p className={styles['note']}>{error}</p>}
      </div>
      {status !== 'queued' && isEnabled && (
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          aria-label={`Resend: ${type}`}
          loading={redelivery.isPending}
          onClick={() => redelivery.mutate(id)}
        >
          Resend
        </Button>
      )}
    </li>
  );
}
