import { startImapAccount, type ImapAccount, type ImapOwner } from '@handover/contract/imap-accounts.ts';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type ReactElement, type ReactNode } from 'react';
import { send } from '#shared/api/client.ts';
import { chosenIn, FolderList } from './folder-list.tsx';
import { useImapMutation } from '../use-imap-act.ts';

interface StartFormProps {
  of: ImapOwner;
  account: ImapAccount;
  /** Stands beside the button. */
  children: ReactNode;
}

/** After a test that passed: which mail is taken in. */
export function StartForm({ of, account, children }: StartFormProps): ReactElement {
  const { host, folders, version } = account;
  const { act, isPending } = useImapMutation(of);
  const [chosen, setChosen] = useState(() => chosenIn(folders));
  const [isFromNow, setFromNow] = useState(false);
  const since = isFromNow ? 'now' : '30-days';
  return (
    <Stack spacing={2.5}>
      <Alert severity="success">The connection to {host} works. Choose what to take in.</Alert>
      <FolderList folders={folders} chosen={chosen} onChange={setChosen} />
      <LabelledSelect
        label="Mail"
        value={since}
        onChange={({ target }) => setFromNow(target.value === 'now')}
        hint={
          of === 'me'
            ? 'Only mail from and to customers is taken in. The rest never leaves your mail server.'
            : 'Mail of senders that nobody knows waits under Unknown senders.'
        }
      >
        <option value="30-days">Of the last 30 days, and what comes</option>
        <option value="now">Only what comes from now on</option>
      </LabelledSelect>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button
          loading={isPending}
          disabled={chosen.length === 0}
          onClick={() =>
            act({
              run: () =>
                send(startImapAccount, { params: { of }, body: { version, folders: chosen, since } }),
              done: 'Mail is being taken in',
            })
          }
        >
          Start
        </Button>
        {children}
      </Stack>
    </Stack>
  );
}
