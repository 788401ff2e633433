import {
  pauseImapAccount,
  resumeImapAccount,
  syncImapAccount,
  type ImapAccount,
  type ImapOwner,
} from '@handover/contract/imap-accounts.ts';
import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { useImapMutation } from './use-imap-act.ts';

/** What can be done about an account that was started, by where it stands. */
export function RunningActions({ of, account }: { of: ImapOwner; account: ImapAccount }): ReactElement {
  const { act, isPending } = useImapMutation(of);
  if (account.status !== 'active')
    return (
      <Button
        loading={isPending}
        onClick={() =>
          act({ run: () => send(resumeImapAccount, { params: { of } }), done: 'Mail is taken in again' })
        }
      >
        Resume
      </Button>
    );
  return (
    <>
      <Button
        loading={isPending}
        onClick={() =>
          act({ run: () => send(syncImapAccount, { params: { of } }), done: 'New mail is looked for' })
        }
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
