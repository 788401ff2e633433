import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { ProfileText } from './profile-text.tsx';
import { versionQuery } from './profiles.queries.ts';

interface VersionDialogProps {
  profileId: string;
  number: number;
  onClose: () => void;
}

/** A version as its readers see it. */
export default function VersionDialog({ profileId, number, onClose }: VersionDialogProps): ReactElement {
  const { data, error, refetch } = useQuery(versionQuery(profileId, number));
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      slotProps={{ paper: { 'aria-label': `Version ${String(number)}` } }}
      onClose={onClose}
    >
      <DialogContent>
        {data !== undefined && <ProfileText title={data.title} sections={data.sections} />}
        {data === undefined && error === null && <Spinner label="Loading" />}
        {data === undefined && error !== null && (
          <FailedState
            title="This version could not be loaded"
            text={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
