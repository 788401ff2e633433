import { changeImapAccount, type ImapAccount, type ImapOwner } from '@handover/contract/imap-accounts.ts';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { chosenIn, FolderList } from './folder-list.tsx';
import { useImapMutation } from '../use-imap-act.ts';

interface ChangeFoldersProps {
  of: ImapOwner;
  account: ImapAccount;
  onClose: () => void;
}

/** Takes mail from other folders. */
export function ChangeFolders({ of, account, onClose }: ChangeFoldersProps): ReactElement {
  const { folders, version } = account;
  const { act, isPending } = useImapMutation(of, { onDone: onClose });
  const [chosen, setChosen] = useState(() => chosenIn(folders));
  const run = () => send(changeImapAccount, { params: { of }, body: { version, folders: chosen } });
  return (
    <Stack spacing={2.5}>
      <FolderList folders={folders} chosen={chosen} onChange={setChosen} />
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button
          loading={isPending}
          disabled={chosen.length === 0}
          onClick={() => act({ run, done: 'The folders are saved' })}
        >
          Save folders
        </Button>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Cancel
        </Button>
      </Stack>
    </Stack>
  );
}
