import {
  changeImapAccount,
  type ImapAccount,
  type ImapOwner,
  pauseImapAccount,
  resumeImapAccount,
  syncImapAccount,
} from '@handover/contract/conversations/imap-accounts.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Alert from '@mui/material/Alert';
import { type ReactElement, type ReactNode, useState } from 'react';
import Button from '@mui/material/Button';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { send } from '#shared/api/client.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { listChosen } from './folders.tsx';
import { useImapMutation, getStatusWords } from './imap.queries.ts';
import styles from './imap.module.css';

/** The status of a mailbox account: what it is doing, since when, and any problems. */
export function RunningView({ account }: { account: ImapAccount }): ReactElement {
  const { timeZone } = useUser();
  const { tone, text, isLive } = getStatusWords(account);
  return (
    <div className={styles['state']}>
      <div role="status" className={styles['now']}>
        <StatusLabel tone={tone} hasDot={isLive}>
          {text}
        </StatusLabel>
        <Progress account={account} />
      </div>
      <Trouble account={account} />
      <dl className={styles['facts']}>
        <Fact name="Mailbox">{account.username}</Fact>
        <Fact name="Server">
          {account.host}, port {account.port}
        </Fact>
        <Fact name="Folders">{listChosen(account.folders).join(', ')}</Fact>
        <Fact name="Synced">
          {account.importedCount.toLocaleString('en')} {account.importedCount === 1 ? 'message' : 'messages'}
          {account.syncSince !== null &&
            `, received since ${formatDate(toCalendarDate(new Date(account.syncSince), timeZone))}`}
        </Fact>
      </dl>
    </div>
  );
}

function Progress({ account }: { account: ImapAccount }): ReactElement {
  const { status, statusSince, lastSyncedAt } = account;
  return (
    <span className={styles['note']}>
      {lastSyncedAt === null ? (
        'Not synced yet'
      ) : (
        <>
          Last synced <RelativeTime time={lastSyncedAt} />
        </>
      )}
      {status === 'paused' && (
        <>
          , paused <RelativeTime time={statusSince} />
        </>
      )}
    </span>
  );
}

function Trouble({ account }: { account: ImapAccount }): ReactElement | null {
  const { error, status, activity, nextAttemptAt } = account;
  if (status === 'refused')
    return (
      <Alert severity="error">
        {error?.text} Syncing is paused until you enter the password again or resume.
      </Alert>
    );
  if (error !== null)
    return (
      <Alert severity="warning">
        {error.text} First failed <RelativeTime time={error.since} />
        {nextAttemptAt === null ? (
          '.'
        ) : (
          <>
            ; next attempt <RelativeTime time={nextAttemptAt} />.
          </>
        )}
      </Alert>
    );
  if (activity !== 'waiting') return null;
  return <p className={styles['note']}>Waiting to connect.</p>;
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Actions of a started account by status. */
export function RunningActions({ of, account }: { of: ImapOwner; account: ImapAccount }): ReactElement {
  const { act, isPending } = useImapMutation(of);
  if (account.status !== 'active')
    return (
      <Button
        loading={isPending}
        onClick={() =>
          act({ run: () => send(resumeImapAccount, { params: { of } }), done: 'Syncing resumed' })
        }
      >
        Resume
      </Button>
    );
  return (
    <>
      <Button
        loading={isPending}
        onClick={() => act({ run: () => send(syncImapAccount, { params: { of } }), done: 'Sync started' })}
      >
        Sync now
      </Button>
      <Button
        variant="outlined"
        color="inherit"
        disabled={isPending}
        onClick={() => act({ run: () => send(pauseImapAccount, { params: { of } }), done: 'Paused' })}
      >
        Pause
      </Button>
    </>
  );
}

/** Shows whether others can read the user's own mailbox. Sharing it asks for confirmation. */
export function ShareMailbox({ account: { isShared, version } }: { account: ImapAccount }): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const { act, isPending } = useImapMutation('me', { onDone: () => setAsking(false) });
  const share = (wanted: boolean): void =>
    act({
      run: () => send(changeImapAccount, { params: { of: 'me' }, body: { version, isShared: wanted } }),
      done: wanted ? 'Mailbox shared' : 'Mailbox no longer shared',
    });
  return (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={isShared}
            disabled={isPending}
            onChange={(_event, wanted) => (wanted ? setAsking(true) : share(false))}
          />
        }
        label="Share with the workspace"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <p className={styles['note']}>
        {isShared
          ? 'Everyone with access to a customer can read your email with them.'
          : 'Only you can read email from this mailbox; administrators cannot.'}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="Share your mailbox?"
          confirmLabel="Share"
          isPending={isPending}
          onConfirm={() => share(true)}
          onClose={() => setAsking(false)}
        >
          Everyone with access to a customer will be able to read your email with them, including email
          already synced. You can stop sharing at any time.
        </ConfirmDialog>
      )}
    </div>
  );
}
