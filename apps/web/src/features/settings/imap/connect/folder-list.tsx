import type { ImapFolder } from '@handover/contract/imap-accounts.ts';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ReactElement } from 'react';
import styles from '../imap.module.css';

const roles = { inbox: 'inbox', sent: 'sent mail', other: '' } as const;

interface FolderListProps {
  folders: readonly ImapFolder[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Folders to choose from, with what is done with the mail in them. */
export function FolderList({ folders, chosen, onChange }: FolderListProps): ReactElement {
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
        What lies in the folder of sent mail is shown as sent, mail elsewhere as received.
      </p>
    </fieldset>
  );
}

/** The paths of the folders that are chosen now. */
export function chosenIn(folders: readonly ImapFolder[]): string[] {
  return folders.filter(({ isChosen }) => isChosen).map(({ path }) => path);
}
