import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type ReactElement } from 'react';
import { LabeledInput } from '../forms/labeled-input.tsx';
import { copyText } from '@handover/ui-lite/parts/copy-text.ts';

interface SecretDialogProps {
  title: string;
  /** Explains its use and that it is shown only once. */
  text: string;
  label: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once for copying. */
export function SecretDialog({ title, text, label, secret, onClose }: SecretDialogProps): ReactElement {
  const id = useId();
  const [hint, setHint] = useState<string>();
  const copy = async (): Promise<void> =>
    setHint((await copyText(secret)) ? 'Copied' : 'Could not be copied. Select it and copy it.');
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText variant="body2" sx={{ mb: 2 }}>
          {text}
        </DialogContentText>
        <LabeledInput
          label={label}
          value={secret}
          readOnly
          hint={hint}
          onFocus={(event) => event.target.select()}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
