import {
  disableInquiryWebhook,
  getInquiryWebhook,
  renewInquiryWebhook,
} from '@handover/contract/buyers/inquiry-webhook.ts';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from '../rows.module.css';
import { SecretDialog } from '@handover/ui/feedback/secret-dialog.tsx';
import { SettingsCard } from '../settings-card.tsx';

const webhookQuery = (): QueryFor<{ since: string | null }> =>
  oneQuery({
    queryKey: ['settings', 'all', 'inquiry-webhook'],
    queryFn: async ({ signal }) => (await send(getInquiryWebhook, {}, { signal })).inquiryWebhook,
  });

const example = `{
  "source": "BizBuySell",
  "name": "Dana Roe",
  "email": "dana@example.com",
  "phone": "303-555-0100",
  "listingReference": "MHB-1042",
  "message": "Please send details."
}`;

/** Creates, replaces, or disables the secret URL to which listing portals post inquiries. */
export function InquiryCard(): ReactElement {
  const { timeZone } = useUser();
  const { data, error } = useQuery(webhookQuery());
  const [asked, setAsked] = useState<'renew' | 'disable' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const { renew, disable, isPending } = useInquiryMutations({ onUrl: setUrl, onDone: () => setAsked(null) });
  const since = data?.since ?? null;
  return (
    <SettingsCard
      title="Inquiries from listing portals"
      text="Portals, or a service such as Zapier, post each inquiry as JSON to a secret URL. Inquiries about a business on the market create a buyer and a deal. Others appear under Inquiries."
      actions={
        <Button
          disabled={data === undefined}
          loading={isPending}
          onClick={() => (since === null ? renew() : setAsked('renew'))}
        >
          {since === null ? 'Create URL' : 'Create new URL'}
        </Button>
      }
    >
      {error !== null && data === undefined && (
        <p role="alert" className={styles['note']}>
          {getErrorMessage(error)}
        </p>
      )}
      {data !== undefined && (
        <p className={styles['note']}>
          {since === null ? (
            'No URL yet.'
          ) : (
            <>
              URL created <RelativeTime time={since} timeZone={timeZone} />.{' '}
              <Button size="small" variant="text" color="inherit" onClick={() => setAsked('disable')}>
                Turn off
              </Button>
            </>
          )}
        </p>
      )}
      <details>
        <summary>Example</summary>
        <pre style={{ overflowX: 'auto' }}>{example}</pre>
      </details>
      {asked === 'renew' && (
        <ConfirmDialog
          title="Create a new URL?"
          confirmLabel="Create new URL"
          isPending={isPending}
          onConfirm={renew}
          onClose={() => setAsked(null)}
        >
          The current URL stops working immediately. Enter the new one in each portal.
        </ConfirmDialog>
      )}
      {asked === 'disable' && (
        <ConfirmDialog
          title="Turn off the URL?"
          confirmLabel="Turn off"
          isDangerous
          isPending={isPending}
          onConfirm={disable}
          onClose={() => setAsked(null)}
        >
          New inquiries from portals will be rejected.
        </ConfirmDialog>
      )}
      {url !== null && (
        <SecretDialog
          title="Your URL for inquiries"
          text="Copy it to the portal now. You won’t be able to see it again. Anyone with the URL can post inquiries."
          label="URL"
          secret={url}
          onClose={() => setUrl(null)}
        />
      )}
    </SettingsCard>
  );
}

function useInquiryMutations({ onUrl, onDone }: { onUrl: (url: string) => void; onDone: () => void }): {
  renew: () => void;
  disable: () => void;
  isPending: boolean;
} {
  const client = useQueryClient();
  const toasts = useToasts();
  const onError = (failure: Error): void => toasts.failed(getErrorMessage(failure));
  const onSettled = (): void => {
    onDone();
    void client.invalidateQueries({ queryKey: webhookQuery().queryKey });
  };
  const renewal = useMutation({
    mutationFn: () => send(renewInquiryWebhook),
    onSuccess: ({ inquiryWebhook }) => onUrl(inquiryWebhook.url),
    onError,
    onSettled,
  });
  const disabling = useMutation({
    mutationFn: () => send(disableInquiryWebhook),
    onSuccess: () => toasts.done('URL turned off'),
    onError,
    onSettled,
  });
  return {
    renew: () => renewal.mutate(),
    disable: () => disabling.mutate(),
    isPending: renewal.isPending || disabling.isPending,
  };
}
