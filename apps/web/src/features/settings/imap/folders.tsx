import {
  changeImapAccount,
  type ImapAccount,
  type ImapFolder,
  type ImapOwner,
  startImapAccount,
} from '@handover/contract/conversations/imap-accounts.ts';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type ReactElement, type ReactNode, useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import Alert from '@mui/material/Alert';
import { send } from '#shared/api/client.ts';
import { useImapMutation } from './imap.queries.ts';
import styles from './imap.module.css';

const roles = { inbox: 'inbox', sent: 'sent email', other: '' } as const;

interface FolderListProps {
  folders: readonly ImapFolder[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Folders to choose, with how their mail is used. */
function FolderList({ folders, chosen, onChange }: FolderListProps): ReactElement {
  return (
    <fieldset className={styles['folders']}>
      <legend className={styles['legend']}>Folders</legend>
      <div className={styles['scroll']}>
        {folders.map(({ path, role }) => (
          <FormControlLabel
            key={path}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(path)}
                onChange={(_event, isOn) =>
                  onChange(isOn ? [...chosen, path] : chosen.filter((other) => other !== path))
                }
              />
            }
            label={
              <>
                {path}
                {roles[role] !== '' && path.toLowerCase() !== roles[role] && (
                  <span className={styles['note']}> · {roles[role]}</span>
                )}
              </>
            }
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </div>
      <p className={styles['note']}>
        Email in the sent folder is shown as sent, all other email as received.
      </p>
    </fieldset>
  );
}

/** The paths of the currently selected folders. */
export function listChosen(folders: readonly ImapFolder[]): string[] {
  return folders.filter(({ isChosen }) => isChosen).map(({ path }) => path);
}

interface ChangeFoldersProps {
  of: ImapOwner;
  account: ImapAccount;
  onClose: () => void;
}

/** Changes the folders that mail is fetched from. */
export function ChangeFolders({ of, account, onClose }: ChangeFoldersProps): ReactElement {
  const { folders, version } = account;
  const { act, isPending } = useImapMutation(of, { onDone: onClose });
  const [chosen, setChosen] = useState(() => listChosen(folders));
  const run = () => send(changeImapAccount, { params: { of }, body: { version, folders: chosen } });
  return (
    <Stack spacing={2.5}>
      <FolderList folders={folders} chosen={chosen} onChange={setChosen} />
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button
          loading={isPending}
          disabled={chosen.length === 0}
          onClick={() => act({ run, done: 'Folders saved' })}
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

interface StartFormProps {
  of: ImapOwner;
  account: ImapAccount;
  /** Shown next to the button. */
  children: ReactNode;
}

/** Lets the user choose what to fetch after a successful test. */
export function StartForm({ of, account, children }: StartFormProps): ReactElement {
  const { host, folders, version } = account;
  const { act, isPending } = useImapMutation(of);
  const [chosen, setChosen] = useState(() => listChosen(folders));
  const [isFromNow, setFromNow] = useState(false);
  const since = isFromNow ? 'now' : '30-days';
  return (
    <Stack spacing={2.5}>
      <Alert severity="success">The connection to {host} works. Choose what to sync.</Alert>
      <FolderList folders={folders} chosen={chosen} onChange={setChosen} />
      <LabeledSelect
        label="Email to sync"
        value={since}
        onChange={({ target }) => setFromNow(target.value === 'now')}
        hint={
          of === 'me'
            ? 'Only email to and from customers is synced. All other email stays on your mail server.'
            : 'Email from other senders appears under Unknown senders.'
        }
      >
        <option value="30-days">The last 30 days and new email</option>
        <option value="now">New email only</option>
      </LabeledSelect>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button
          loading={isPending}
          disabled={chosen.length === 0}
          onClick={() =>
            act({
              run: () =>
                send(startImapAccount, { params: { of }, body: { version, folders: chosen, since } }),
              done: 'Sync started',
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
