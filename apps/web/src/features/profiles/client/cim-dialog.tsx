import { openCim } from '@handover/contract/profiles.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { ProfileText } from '../profile-text.tsx';

/** The released CIM, for the buyer. */
export default function CimDialog({
  dealId: id,
  onClose,
}: {
  dealId: string;
  onClose: () => void;
}): ReactElement {
  const isPhone = useMediaQuery('(max-width: 599px)');
  const { data, error, refetch } = useQuery(
    oneQuery({
      queryKey: ['business', 'all', 'cim', id],
      queryFn: ({ signal }) => send(openCim, { params: { id } }, { signal }),
    }),
  );
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      maxWidth="md"
      slotProps={{ paper: { 'aria-label': 'Confidential information memorandum' } }}
      onClose={onClose}
    >
      <DialogContent>
        {data !== undefined && <ProfileText title={data.reading.title} sections={data.reading.sections} />}
        {data === undefined && error === null && <Spinner label="Loading" />}
        {data === undefined && error !== null && (
          <FailedState
            title="This could not be loaded"
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
