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
      text="Your mail server posts each message to a secret address. Replies land in their conversation, unknown senders wait for you."
      actions={
        <Button
          variant="outlined"
          color="inherit"
          loading={renew.isPending}
          onClick={() => (inboundSince === null ? renew.mutate() : setAsking(true))}
        >
          {inboundSince === null ? 'Make an address' : 'Make a new address'}
        </Button>
      }
    >
      <p className={styles['note']}>
        {inboundSince === null ? (
          'There is no address yet, so no mail comes in.'
        ) : (
          <>
            The address was made <RelativeTime time={inboundSince} />.
          </>
        )}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="Make a new address?"
          confirmLabel="Make a new one"
          isDangerous
          isPending={renew.isPending}
          onConfirm={() => renew.mutate()}
          onClose={() => setAsking(false)}
        >
          The one in use stops at once: mail that is posted to it is refused until your mail server knows the
          new one.
        </ConfirmDialog>
      )}
      {url !== null && (
        <SecretDialog
          title="Your address for incoming mail"
          text="Copy it now: it is stored as a hash only and is never shown again. Whoever knows it can post mail."
          label="Address"
          secret={url}
          onClose={() => setUrl(null)}
        />
      )}
    </SettingsCard>
  );
}
