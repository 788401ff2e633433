import type { Webhook } from '@handover/contract/webhooks.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SecretDialog } from '../secret-dialog.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { webhooksQuery } from './webhooks.queries.ts';

/** Addresses that are told of what happens, and what was sent to them. */
export default function WebhooksScreen(): ReactElement {
  const webhooks = useQuery(webhooksQuery());
  const [editing, setEditing] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  const rows = webhooks.data ?? [];
  const shown = rows.find(({ id }) => id === shownId);
  const close = (): void => setEditing(null);
  return (
    <>
      <SettingsCard
        title="Webhooks"
        text="Each event is posted as JSON and signed as standardwebhooks.com says. Messages carry ids, never what somebody wrote."
        actions={<Button onClick={() => setEditing('new')}>Add webhook</Button>}
      >
        <PagedPanel
          query={webhooks}
          count={rows.length}
          empty={{ icon: 'solar:transmission-bold-duotone', title: 'No webhooks yet' }}
          failed="The webhooks could not be loaded"
        >
          <ul className={styles['list']} aria-label="Webhooks">
            {rows.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onEdit={() => setEditing(webhook)}
                onSecret={setSecret}
                onLog={() => setShownId(webhook.id === shownId ? null : webhook.id)}
                isLogShown={webhook.id === shownId}
              />
            ))}
          </ul>
        </PagedPanel>
      </SettingsCard>
      {shown !== undefined && <DeliveryLog key={shown.id} webhook={shown} />}
      {editing !== null && (
        <WebhookDialog
          webhook={editing === 'new' ? null : editing}
          onClose={close}
          onSaved={(newSecret) => {
            close();
            setSecret(newSecret);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title="Signing secret"
          text="Copy it to the receiver now: it is stored sealed and is not shown again."
          label="Secret"
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}
