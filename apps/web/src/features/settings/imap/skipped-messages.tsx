import {
  forgetSetAsideMail,
  retrySetAsideMail,
  type ImapAccount,
  type ImapOwner,
  type SkippedMessage,
} from '@handover/contract/conversations/imap-accounts.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import styles from './imap.module.css';
import { useImapMutation } from './imap.queries.ts';

/** Messages that could not be fetched, with reasons. */
export function SkippedMessages({
  of,
  account,
}: {
  of: ImapOwner;
  account: ImapAccount;
}): ReactElement | null {
  const { act, isPending } = useImapMutation(of);
  const { count, messages } = account.setAside;
  const isActive = account.status === 'active';
  const olderCount = count - messages.length;
  if (count === 0) return null;
  const retry = () => send(retrySetAsideMail, { params: { of } });
  return (
    <div role="group" aria-label="Messages not imported" className={styles['state']}>
      <Alert severity="warning">
        {count === 1
          ? '1 message could not be imported. It is unchanged in the mailbox.'
          : `${count.toLocaleString('en')} messages could not be imported. They are unchanged in the mailbox.`}
      </Alert>
      <ul className={styles['aside']}>
        {messages.map((message) => (
          <Message
            key={`${message.folder} ${String(message.uidValidity)} ${String(message.uid)}`}
            of={of}
            message={message}
            isActive={isActive}
          />
        ))}
      </ul>
      {olderCount > 0 && (
        <p className={styles['note']}>
          {olderCount === 1 ? '1 older message' : `${olderCount.toLocaleString('en')} older messages`} not
          shown.
        </p>
      )}
      {isActive && (
        <div>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={isPending}
            onClick={() => act({ run: retry, done: 'Retrying' })}
          >
            {' '}
            Retry{' '}
          </Button>
        </div>
      )}
    </div>
  );
}

interface MessageProps {
  of: ImapOwner;
  message: SkippedMessage;
  isActive: boolean;
}

function Message({ of, message, isActive }: MessageProps): ReactElement {
  const { folder, from, subject, receivedAt, reason, nextTryAt } = message;
  return (
    <li>
      <div className={styles['words']}>
        <span className={styles['subject']} title={subject}>
          {getName(message)}
        </span>
        <span className={styles['note']}>
          {from === '' ? 'Sender unknown' : `From ${from}`}, <RelativeTime time={receivedAt} />, in {folder}
        </span>
        <span>
          {reason}
          {isActive && nextTryAt !== null && (
            <>
              {' '}
              Next attempt <RelativeTime time={nextTryAt} />.
            </>
          )}
        </span>
      </div>
      <DiscardButton of={of} message={message} />
    </li>
  );
}

/** Removes a message from the list, after a confirmation. */
function DiscardButton({ of, message }: { of: ImapOwner; message: SkippedMessage }): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const { act, isPending } = useImapMutation(of);
  const { folder, uid, uidValidity } = message;
  const run = () => send(forgetSetAsideMail, { params: { of }, body: { folder, uid, uidValidity } });
  return (
    <>
      <Button
        size="small"
        variant="text"
        color="inherit"
        aria-label={`Remove: ${getName(message)}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove this message?"
          confirmLabel="Remove"
          isDangerous
          isPending={isPending}
          onConfirm={() => act({ run, done: 'Message removed from the list' })}
          onClose={() => setAsking(false)}
        >
          “{getName(message)}” will not be tried again and is removed from this list. It stays in the mailbox.
        </ConfirmDialog>
      )}
    </>
  );
}

function getName({ subject }: SkippedMessage): string {
  return subject === '' ? 'No subject' : subject;
}
