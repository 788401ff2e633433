import type { ImapAccount } from '@handover/contract/imap-accounts.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Alert from '@mui/material/Alert';
import type { ReactElement, ReactNode } from 'react';
import { chosenIn } from './connect/folder-list.tsx';
import { wordsFor } from './imap-labels.ts';
import styles from './imap.module.css';

/** How the reading of a mailbox stands: what it does, since when, and what is wrong. */
export function RunningView({ account }: { account: ImapAccount }): ReactElement {
  const { tone, text, isLive } = wordsFor(account);
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
        <Fact name="Folders">{chosenIn(account.folders).join(', ')}</Fact>
        <Fact name="Taken in">
          {account.importedCount.toLocaleString('en')} {account.importedCount === 1 ? 'message' : 'messages'}
          {account.syncSince !== null && (
            <>
              , those since <RelativeTime time={account.syncSince} />
            </>
          )}
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
        {error?.text} Nobody tries again until you enter the password anew or resume.
      </Alert>
    );
  if (error !== null)
    return (
      <Alert severity="warning">
        {error.text} Since <RelativeTime time={error.since} />
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
  return <p className={styles['note']}>It waits for the server of this installation to connect.</p>;
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
