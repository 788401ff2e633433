import { getInboundAddress } from '@handover/contract/conversations.ts';
import type { MailAccount } from '@handover/contract/mail-account.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import styles from '../rows.module.css';
import { SecretDialog } from '../secret-dialog.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** The secret address for incoming mail. */
export function IncomingCard({ account: { inboundSince } }: { account: MailAccount }): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const renew = useMutation({
    mutationFn: () => send(getInboundAddress),
    onSuccess: ({ inbound }) => setUrl(inbound.url),
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => {
      setAsking(false);
      refresh({ noun: 'workspace', customerId: null });
    },
  });
  return (
    <SettingsCard
      title="Incoming mail"
      text="Your mail server posts each message to a secret URL. Replies appear in their conversations, and email from unknown senders under Unknown senders."
      actions={
        <Button
          variant="outlined"
          color="inherit"
          loading={renew.isPending}
          onClick={() => (inboundSince === null ? renew.mutate() : setAsking(true))}
        >
          {inboundSince === null ? 'Create URL' : 'Create new URL'}
        </Button>
      }
    >
      <p className={styles['note']}>
        {inboundSince === null ? (
          'No URL yet, so no email is received.'
        ) : (
          <>
            URL created <RelativeTime time={inboundSince} />.
          </>
        )}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="Create a new URL?"
          confirmLabel="Create new URL"
          isDangerous
          isPending={renew.isPending}
          onConfirm={() => renew.mutate()}
          onClose={() => setAsking(false)}
        >
          The current URL stops working immediately. Email is refused until your mail server uses the new one.
        </ConfirmDialog>
      )}
      {url !== null && (
        <SecretDialog
          title="Your URL for incoming mail"
          text="Copy it now. You won’t be able to see it again. Anyone with the URL can post email."
          label="Address"
          secret={url}
          onClose={() => setUrl(null)}
        />
      )}
    </SettingsCard>
  );
}
