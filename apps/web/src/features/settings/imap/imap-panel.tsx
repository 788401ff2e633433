import {
  disconnectImapAccount,
  type ImapAccount,
  type ImapOwner,
} from '@handover/contract/conversations/imap-accounts.ts';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { ChangeFolders, StartForm } from './folders.tsx';
import { ConnectForm } from './connect-form.tsx';
import { imapAccountQuery, useImapMutation } from './imap.queries.ts';
import { RunningActions, RunningView, ShareMailbox } from './running-view.tsx';
import { SkippedMessages } from './skipped-messages.tsx';
import { SettingsCard } from '../settings-card.tsx';
import styles from './imap.module.css';

const pollMs = 1_000;

/** A mailbox that is read over IMAP, including its setup. */
export function ImapPanel({ of }: { of: ImapOwner }): ReactElement {
  const query = useQuery({
    ...imapAccountQuery(of),
    refetchInterval: ({ state }) => (state.data?.status === 'testing' ? pollMs : false),
  });
  if (query.isPending) return <Skeleton variant="rounded" height={96} role="status" aria-label="Loading" />;
  if (query.data === undefined)
    return (
      <FailedState
        title="The mailbox could not be loaded"
        text={getErrorMessage(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  return <Shown of={of} account={query.data} />;
}

interface ShownProps {
  of: ImapOwner;
  account: ImapAccount | null;
}

function Shown({ of, account }: ShownProps): ReactElement {
  const [edited, setEdited] = useState<'server' | 'folders' | null>(null);
  const close = (): void => setEdited(null);
  if (edited === 'server')
    return <ConnectForm of={of} account={account} onTesting={close} onCancel={close} />;
  if (account === null)
    return (
      <div>
        <Button onClick={() => setEdited('server')}>Connect a mailbox</Button>
      </div>
    );
  if (account.status === 'testing') return <Testing host={account.host} />;
  if (edited === 'folders') return <ChangeFolders of={of} account={account} onClose={close} />;
  const others = (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setEdited('server')}>
        Change server
      </Button>
      <DisconnectButton of={of} />
    </>
  );
  if (account.status === 'ready')
    return (
      <StartForm of={of} account={account}>
        {others}
      </StartForm>
    );
  if (account.status === 'failed') return <Failed account={account}>{others}</Failed>;
  return (
    <Stack spacing={2.5}>
      <RunningView account={account} />
      <SkippedMessages of={of} account={account} />
      {of === 'me' && <ShareMailbox account={account} />}
      <div className={styles['buttons']}>
        <RunningActions of={of} account={account} />
        <Button variant="outlined" color="inherit" onClick={() => setEdited('folders')}>
          Folders
        </Button>
        {others}
      </div>
    </Stack>
  );
}

function Testing({ host }: { host: string }): ReactElement {
  return (
    <Alert severity="info" role="status">
      Connecting to {host} …
    </Alert>
  );
}

function Failed({ account, children }: { account: ImapAccount; children: ReactElement }): ReactElement {
  return (
    <Stack spacing={2.5}>
      <Alert severity="error" role="alert">
        {account.error?.text}
      </Alert>
      <div className={styles['buttons']}>{children}</div>
    </Stack>
  );
}

/** The mailbox of the workspace, read over IMAP. */
export function ImapCard(): ReactElement {
  return (
    <SettingsCard
      title="Shared mailbox"
      text="Handover reads your office mailbox over IMAP. Replies appear in the customer’s conversation; other email appears under Unknown senders. Nothing in the mailbox is changed."
    >
      <ImapPanel of="workspace" />
    </SettingsCard>
  );
}

/** Deletes the server and password, after a confirmation. */
function DisconnectButton({ of }: { of: ImapOwner }): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const { act, isPending } = useImapMutation(of);
  const run = () => send(disconnectImapAccount, { params: { of } });
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Disconnect the mailbox?"
          confirmLabel="Disconnect"
          isDangerous
          isPending={isPending}
          onConfirm={() => act({ run, done: 'Mailbox disconnected' })}
          onClose={() => setAsking(false)}
        >
          The server and password are deleted and email is no longer synced. Email already synced is kept.
        </ConfirmDialog>
      )}
    </>
  );
}
