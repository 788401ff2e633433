import { attestationWordings, currentAttestation } from '@handover/domain/phi/attestation.ts';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useState, type ReactElement } from 'react';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { closedToBuyersText } from '#shared/files/file-notice.tsx';
import { isLikelyUnviewableByBuyers } from '../file-notice.tsx';
import styles from './rooms.module.css';

interface AttestDialogProps {
  files: readonly { readonly name: string }[];
  /** The action on the files. */
  action?: 'Upload' | 'Restore';
  onConfirm: () => void;
  onClose: () => void;
}

/** Files for a data room, and the confirmation that is required to add them. */
export default function AttestDialog({
  files,
  action = 'Upload',
  onConfirm,
  onClose,
}: AttestDialogProps): ReactElement {
  const attestation = useAttestation(action);
  const count = files.length === 1 ? '1 file' : `${String(files.length)} files`;
  return (
    <FormDialog
      draft={null}
      title={`${action} ${count}`}
      submitLabel={action}
      failure={undefined}
      isPending={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (!attestation.check()) return;
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <ul className={styles['list']} aria-label={`Files to ${action.toLowerCase()}`}>
        {files.map((file, index) => (
          <li key={index} className={styles['text']}>
            {file.name}
            {isLikelyUnviewableByBuyers(file) && <p className={styles['note']}>{closedToBuyersText}</p>}
          </li>
        ))}
      </ul>
      {attestation.box}
    </FormDialog>
  );
}

/** The checkbox for files added to a data room; `check` returns whether it is checked, and scrolls to it if not. */
export function useAttestation(action: 'Upload' | 'Restore' | 'Move' = 'Upload'): {
  box: ReactElement;
  check: () => boolean;
} {
  const [isConfirmed, setConfirmed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const errorId = useId();
  const box = (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            checked={isConfirmed}
            slotProps={{
              input: {
                'aria-invalid': isMissing,
                ...(isMissing && { 'aria-describedby': errorId }),
              },
            }}
            onChange={(_event, isChecked) => {
              setConfirmed(isChecked);
              setMissing(false);
            }}
          />
        }
        label={attestationWordings[currentAttestation]}
      />
      {isMissing && (
        <FormHelperText id={errorId} error role="alert">
          {`Confirm this to ${action.toLowerCase()}.`}
        </FormHelperText>
      )}
    </div>
  );
  return {
    box,
    check: () => {
      setMissing(!isConfirmed);
      return isConfirmed;
    },
  };
}
