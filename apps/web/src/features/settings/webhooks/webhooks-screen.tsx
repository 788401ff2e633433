import type { Webhook } from '@handover/contract/settings/webhooks.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SecretDialog } from '@handover/ui/feedback/secret-dialog.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { InquiryCard } from './inquiry-card.tsx';
import { formatEvents, WebhookDialog } from './webhook-dialog.tsx';
import { useWebhookMutations, webhooksQuery } from './webhooks.queries.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';

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
        text="Events are sent as JSON and signed as described at standardwebhooks.com. They contain IDs, never message content."
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
      <InquiryCard />
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
          text="Copy it to the receiving system now. You won’t be able to see it again."
          label="Secret"
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
  onLog: () => void;
  isLogShown: boolean;
}

function WebhookRow({ webhook, onEdit, onSecret, onLog, isLogShown }: WebhookRowProps): ReactElement {
  const { url, events, isEnabled, failingSince, oldSecretUntil } = webhook;
  const { toggle, test, rotate, remove } = useWebhookMutations(webhook, onSecret);
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null);
  const close = (): void => setAsked(null);
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {url}
          <Health webhook={webhook} />
        </p>
        <p className={styles['note']}>{formatEvents(events)}</p>
        {isEnabled && failingSince !== null && (
          <p className={styles['note']}>
            The first failed attempt was <RelativeTime time={failingSince} />.
          </p>
        )}
        {webhook.disabledReason !== null && <p className={styles['note']}>{webhook.disabledReason}</p>}
        {oldSecretUntil !== null && (
          <p className={styles['note']}>
            The previous secret is also valid and expires <RelativeTime time={oldSecretUntil} />
          </p>
        )}
      </div>
      <div className={styles['side']}>
        <Button variant="outlined" color="inherit" size="small" aria-expanded={isLogShown} onClick={onLog}>
          Log
        </Button>
        <MenuButton
          isIconOnly
          label={`Actions for ${url}`}
          actions={[
            {
              label: 'Send test event',
              isDisabled: !isEnabled,
              why: 'Turn it on first',
              onSelect: () => test.mutate(),
            },
            { label: 'Edit', onSelect: onEdit },
            { label: isEnabled ? 'Turn off' : 'Turn on', onSelect: () => toggle.mutate() },
            { label: 'Rotate secret…', onSelect: () => setAsked('rotate') },
            { label: 'Remove', isDangerous: true, onSelect: () => setAsked('remove') },
          ]}
        />
      </div>
      {asked === 'rotate' && (
        <ConfirmDialog
          title="Rotate the secret?"
          confirmLabel="Rotate secret"
          onConfirm={() => {
            rotate.mutate();
            close();
          }}
          onClose={close}
        >
          For 24 hours, events are signed with both secrets so that you can update the receiving system.
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title="Remove this webhook?"
          confirmLabel="Remove"
          isDangerous
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          Its delivery log will be deleted as well. This cannot be undone.
        </ConfirmDialog>
      )}
    </li>
  );
}

function Health({ webhook: { isEnabled, failingSince } }: { webhook: Webhook }): ReactElement {
  if (!isEnabled) return <StatusLabel tone="neutral">Off</StatusLabel>;
  if (failingSince !== null) return <StatusLabel tone="error">Failing</StatusLabel>;
  return <StatusLabel tone="success">On</StatusLabel>;
}
