import { testMailAccount, type MailAccount } from '@handover/contract/mail-account.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { mailAccountQuery } from './mail.queries.ts';

const words = {
  running: { tone: 'info', text: 'Sending' },
  sent: { tone: 'success', text: 'Sent' },
  failed: { tone: 'error', text: 'Not sent' },
} as const;

/** Sends a mail to oneself, and says what the server made of it. */
export function TestCard({ account: { lastTest } }: { account: MailAccount }): ReactElement {
  const client = useQueryClient();
  const toasts = useToasts();
  const { email } = useUser();
  const start = useMutation({
    mutationFn: () => send(testMailAccount),
    onSuccess: ({ mailAccount }) => client.setQueryData(mailAccountQuery().queryKey, mailAccount),
    onError: (error) => toasts.failed(messageOf(error)),
  });
  return (
    <SettingsCard
      title="Test"
      text={`Sends an email to ${email} the same way as email to customers.`}
      actions={
        <Button
          variant="outlined"
          color="inherit"
          loading={start.isPending || lastTest?.status === 'running'}
          onClick={() => start.mutate()}
        >
          Send test email
        </Button>
      }
    >
      {lastTest !== null && (
        <div role="status">
          <p className={styles['name']}>
            <StatusLabel tone={words[lastTest.status].tone}>{words[lastTest.status].text}</StatusLabel>
            <span>{lastTest.detail ?? `To ${lastTest.to}`}</span>
          </p>
          <p className={styles['note']}>
            <RelativeTime time={lastTest.time} />
          </p>
        </div>
      )}
    </SettingsCard>
  );
}
