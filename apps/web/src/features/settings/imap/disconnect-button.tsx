import { disconnectImapAccount, type ImapOwner } from '@handover/contract/imap-accounts.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { useImapMutation } from './use-imap-act.ts';

/** Forgets server and password, after a question. */
export function DisconnectButton({ of }: { of: ImapOwner }): ReactElement {
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
          onConfirm={() => act({ run, done: 'The mailbox is disconnected' })}
          onClose={() => setAsking(false)}
        >
          Server and password are forgotten and no more mail is taken in. The mail that is here stays.
        </ConfirmDialog>
      )}
    </>
  );
}
