import { changeImapAccount, type ImapAccount } from '@handover/contract/imap-accounts.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import styles from './imap.module.css';
import { useImapMutation } from './use-imap-act.ts';

/** Whether others read the mail of one's own mailbox; opening it is asked about. */
export function ShareMailbox({ account: { isShared, version } }: { account: ImapAccount }): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const { act, isPending } = useImapMutation('me', { onDone: () => setAsking(false) });
  const share = (wanted: boolean): void =>
    act({
      run: () => send(changeImapAccount, { params: { of: 'me' }, body: { version, isShared: wanted } }),
      done: wanted ? 'Your mailbox is shared' : 'Only you read your mailbox now',
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
          ? 'Everybody who sees a customer reads your mail with them.'
          : 'Only you read the mail that is taken in from here, administrators included.'}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="Share your mailbox?"
          confirmLabel="Share"
          isPending={isPending}
          onConfirm={() => share(true)}
          onClose={() => setAsking(false)}
        >
          Everybody in the workspace who sees a customer will read your mail with them, also what was taken in
          already. You can take it back at any time.
        </ConfirmDialog>
      )}
    </div>
  );
}
