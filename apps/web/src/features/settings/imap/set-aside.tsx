import {
  retrySetAsideMail,
  type ImapAccount,
  type ImapOwner,
  type SetAsideMessage,
} from '@handover/contract/imap-accounts.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { send } from '../../../shared/api/client.ts';
import styles from './imap.module.css';
import { useImapAct } from './use-imap-act.ts';

/** Messages that could not be taken in, each with its reason; nothing where there are none. */
export function SetAside({ of, account }: { of: ImapOwner; account: ImapAccount }): ReactElement | null {
  const { act, isPending } = useImapAct(of);
  const { count, messages } = account.setAside;
  const isActive = account.status === 'active';
  if (count === 0) return null;
  const retry = () => send(retrySetAsideMail, { params: { of } });
  return (
    <div role="group" aria-label="Messages set aside" className={styles['state']}>
      <Alert severity="warning">
        {count === 1 ? '1 message' : `${count.toLocaleString('en')} messages`} could not be taken in and{' '}
        {count === 1 ? 'lies' : 'lie'} untouched in the mailbox. All others are here.
      </Alert>
      <ul className={styles['aside']}>
        {messages.map((message) => (
          <Message
            key={`${message.folder} ${message.receivedAt} ${message.subject}`}
            message={message}
            isActive={isActive}
          />
        ))}
      </ul>
      {count > messages.length && (
        <p className={styles['note']}>And {(count - messages.length).toLocaleString('en')} older.</p>
      )}
      {isActive && (
        <div>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={isPending}
            onClick={() => act({ run: retry, done: 'It is tried again' })}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

function Message({
  message: { folder, from, subject, receivedAt, reason, nextTryAt },
  isActive,
}: {
  message: SetAsideMessage;
  isActive: boolean;
}): ReactElement {
  return (
    <li>
      <span className={styles['subject']} title={subject}>
        {subject === '' ? 'Without a subject' : subject}
      </span>
      <span className={styles['note']}>
        {from === '' ? 'Sender unknown' : `From ${from}`}, <RelativeTime time={receivedAt} />, in {folder}
      </span>
      <span>
        {reason}
        {isActive && nextTryAt !== null && (
          <>
            {' '}
            Next try <RelativeTime time={nextTryAt} />.
          </>
        )}
      </span>
    </li>
  );
}
