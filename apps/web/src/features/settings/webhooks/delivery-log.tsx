import { listDeliveries, type Webhook, type WebhookDelivery } from '@handover/contract/settings/webhooks.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import Button from '@mui/material/Button';
import { useMemo, type ReactElement } from 'react';
import { never } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import {
  defineRecordList,
  parseInput,
  type ListRow,
  type RecordList,
} from '#shared/records/list/record-list.ts';
import styles from '../rows.module.css';
import { useRedelivery } from './webhooks.queries.ts';

const words = {
  queued: { tone: 'info', text: 'Pending' },
  delivered: { tone: 'success', text: 'Delivered' },
  failed: { tone: 'error', text: 'Failed' },
} as const;

const { status } = listDeliveries.query.shape;
type Row = WebhookDelivery & ListRow;

/** Deliveries of the last 30 days with the response to each. */
export function DeliveryLog({ webhook }: { webhook: Webhook }): ReactElement {
  const { id, isEnabled, url } = webhook;
  const list = useMemo(() => createList(id, isEnabled), [id, isEnabled]);
  return (
    <>
      <p className={styles['note']}>Deliveries to {url} in the last 30 days</p>
      <RecordListPage list={list} />
    </>
  );
}

function createList(webhookId: string, isEnabled: boolean): RecordList<Row> {
  return defineRecordList<Row, { status: typeof status }, never>({
    nouns: ['delivery', 'deliveries'],
    liveNoun: 'workspace',
    filterSchemas: { status },
    sortSchema: never(),
    defaultSort: '',
    sortNames: {},
    pageSizes: [25, 50, 100],
    completeFilter: (filter) => ({ ...filter, webhookId }),
    async fetchPage(listed, signal) {
      const { webhookId: _webhookId, ...query } = listed;
      const input = { params: { id: webhookId }, query: parseInput(listDeliveries.query, query) };
      const { deliveries, ...page } = await send(listDeliveries, input, { signal });
      return { ...page, rows: deliveries.map((delivery) => ({ ...delivery, version: 0 })) };
    },
    nameOf: ({ type }) => type,
    linkTo: () => null,
    picture: (_, size) => <Icon name="solar:transmission-bold-duotone" size={size} />,
    name: { key: 'type', header: 'Event', width: 230 },
    columns: [
      {
        key: 'status',
        header: 'Status',
        width: 110,
        card: 'status',
        cell: (row) => <StatusLabel tone={words[row.status].tone}>{words[row.status].text}</StatusLabel>,
      },
      {
        key: 'createdAt',
        header: 'Created',
        width: 120,
        card: 'end',
        cell: ({ createdAt }, { timeZone }) => <RelativeTime time={createdAt} timeZone={timeZone} />,
      },
      {
        key: 'attempts',
        header: 'Attempts',
        width: 100,
        isNumeric: true,
        text: ({ attempts }) => String(attempts),
      },
      { key: 'error', header: 'Response', width: 240, card: 'detail', text: formatResponse },
      {
        key: 'nextAttemptAt',
        header: 'Next attempt',
        width: 130,
        card: 'badge',
        cell: ({ nextAttemptAt, attempts, ...row }, { timeZone }) =>
          row.status === 'queued' &&
          attempts > 0 &&
          nextAttemptAt !== null && <RelativeTime time={nextAttemptAt} timeZone={timeZone} />,
      },
    ],
    filters: {
      status: {
        control: 'choice',
        label: 'Status',
        isPromoted: true,
        choices: { queued: 'Pending', delivered: 'Delivered', failed: 'Failed' },
      },
    },
    rowActions: (row) => row.status !== 'queued' && isEnabled && <ResendButton delivery={row} />,
    empty: {
      icon: 'solar:transmission-bold-duotone',
      title: 'No deliveries',
      text: 'Deliveries will appear here when events occur.',
    },
  });
}

function formatResponse({ error, responseStatus }: WebhookDelivery): string | null {
  return error ?? (responseStatus === null ? null : `Status ${String(responseStatus)}`);
}

function ResendButton({ delivery: { id, type } }: { delivery: WebhookDelivery }): ReactElement {
  const redelivery = useRedelivery();
  return (
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
  );
}
