import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { copyText } from '@handover/ui-lite/parts/copy-text.ts';
import { useId, useState, type ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { saveFile } from '#shared/files/files.ts';
import styles from './two-step/set-up-two-step.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes once. Only the button closes the dialog. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps): ReactElement {
  const id = useId();
  const { email } = useUser();
  const [copyState, setCopyState] = useState<'copied' | 'failed' | null>(null);
  const copy = async (): Promise<void> =>
    setCopyState((await copyText(codes.join('\n'))) ? 'copied' : 'failed');
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>Save your recovery codes</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <DialogContentText variant="body2">
            If you lose your phone, each code can be used once to sign in. They will not be shown again: store
            them with your passwords.
          </DialogContentText>
          <ul className={styles['codes']} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <div className={styles['actions']}>
            <Button variant="outlined" color="inherit" onClick={() => void copy()}>
              Copy
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => download(email, codes)}>
              Download
            </Button>
            <span role="status">
              {copyState === 'copied' && 'Copied'}
              {copyState === 'failed' && 'Copying failed. Download the codes or write them down.'}
            </span>
          </div>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>I saved my codes</Button>
      </DialogActions>
    </Dialog>
  );
}

function download(email: string, codes: readonly string[]): void {
  const text = `Recovery codes for ${email}\nEach can be used once.\n\n${codes.join('\n')}\n`;
  saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
}
