import { listApiKeys, revokeApiKey, type ApiKey } from '@handover/contract/settings/api-keys.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import styles from '../rows.module.css';
import { SecretDialog } from '@handover/ui/feedback/secret-dialog.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';

const keysQuery = (): QueryFor<ApiKey[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'api-keys'],
    queryFn: async ({ signal }) => (await send(listApiKeys, {}, { signal })).apiKeys,
  });

export default function ApiKeysScreen(): ReactElement {
  const keys = useQuery(keysQuery());
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rows = keys.data ?? [];
  return (
    <SettingsCard
      title="API keys"
      text="A key acts on behalf of the person who created it, limited to its scopes and this workspace."
      actions={<Button onClick={() => setCreating(true)}>New API key</Button>}
    >
      <p className={styles['note']}>
        Send the key as a bearer token. See the <a href="/api/docs">API reference</a>.
      </p>
      <PagedPanel
        query={keys}
        count={rows.length}
        empty={{ icon: 'solar:key-bold-duotone', title: 'No API keys yet' }}
        failed="The API keys could not be loaded"
      >
        <ul className={styles['list']} aria-label="API keys">
          {rows.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      </PagedPanel>
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setSecret(key);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title="Your new API key"
          text="Copy it now. You won’t be able to see it again."
          label="API key"
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </SettingsCard>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }): ReactElement {
  const { id, name, hint, owner, scopes, status, lastUsedAt, expiresAt } = apiKey;
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevoke(() => setAsking(false));
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {name}
          {status !== 'active' && (
            <StatusLabel tone="neutral">{status === 'revoked' ? 'Revoked' : 'Expired'}</StatusLabel>
          )}
        </p>
        <p className={styles['note']}>
          hk_…{hint} · {owner.displayName} · {scopes.join(', ')}
        </p>
        <p className={styles['note']}>
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Used <RelativeTime time={lastUsedAt} />
            </>
          )}
          {status === 'active' && (
            <>
              {' '}
              · expires <RelativeTime time={expiresAt} />
            </>
          )}
        </p>
      </div>
      {status === 'active' && (
        <Button
          variant="outlined"
          color="error"
          size="small"
          aria-label={`Revoke ${name}`}
          onClick={() => setAsking(true)}
        >
          Revoke
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Revoke ${name}?`}
          confirmLabel="Revoke"
          isDangerous
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate(id)}
          onClose={() => setAsking(false)}
        >
          Programs that use this key lose access immediately. This cannot be undone.
        </ConfirmDialog>
      )}
    </li>
  );
}

function useRevoke(onDone: () => void) {
  const toasts = useToasts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => send(revokeApiKey, { params: { id } }),
    onSuccess: () => {
      toasts.done('Key revoked');
      onDone();
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'workspace', customerId: null }),
  });
}
