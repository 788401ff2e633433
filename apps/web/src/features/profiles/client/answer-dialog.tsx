import { answerOwnApproval, openOwnApproval, type AnswerApproval } from '@handover/contract/profiles.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { ProfileText } from '../profile-text.tsx';
import { useProfileChange } from '../profiles.queries.ts';

interface AnswerDialogProps {
  approvalId: string;
  onClose: () => void;
}

/** Shows the text and asks for the seller's response. */
export default function AnswerDialog({ approvalId: id, onClose }: AnswerDialogProps): ReactElement {
  const isPhone = useMediaQuery('(max-width: 599px)');
  const { values, change, status, discard } = useDraftValues(`approval:${id}`, { reason: '' });
  const [isDeclining, setDeclining] = useState(values.reason !== '');
  const { data, error, refetch } = useQuery(
    oneQuery({
      queryKey: ['business', 'all', 'own-approval', id],
      queryFn: async ({ signal }) => (await send(openOwnApproval, { params: { id } }, { signal })).approval,
    }),
  );
  const { run, isPending } = useProfileChange({
    act: (body: AnswerApproval) => send(answerOwnApproval, { params: { id }, body }),
    done: 'Response sent to your broker',
    onDone: () => {
      discard();
      onClose();
    },
  });
  const decline = (): void => {
    const { reason } = values;
    if (isDeclining) run({ decision: 'declined', ...(reason.trim() !== '' && { reason }) });
    else setDeclining(true);
  };
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      maxWidth="md"
      slotProps={{ paper: { 'aria-label': 'Approval' } }}
      onClose={onClose}
    >
      <DialogContent>
        {data !== undefined && <ProfileText title={data.title} sections={data.sections} />}
        {data === undefined && error === null && <Spinner label="Loading" />}
        {data === undefined && error !== null && (
          <FailedState
            title="This could not be loaded"
            text={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        )}
        {status}
        {isDeclining && (
          <LabeledInput
            label="What should change? (optional)"
            multiline
            minRows={2}
            autoFocus
            sx={{ mt: 3 }}
            value={values.reason}
            inputProps={{ maxLength: 1000 }}
            onChange={({ target }) => change({ reason: target.value })}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" color="inherit" onClick={isDeclining ? () => setDeclining(false) : onClose}>
          {isDeclining ? 'Back' : 'Later'}
        </Button>
        {/* Contained for the confirmation, so that a double click on the first "Decline" does not send it. */}
        <Button
          variant={isDeclining ? 'contained' : 'outlined'}
          color={isDeclining ? 'error' : 'inherit'}
          loading={isPending && isDeclining}
          onClick={decline}
        >
          Decline
        </Button>
        {!isDeclining && (
          <Button
            disabled={data === undefined}
            loading={isPending}
            onClick={() => run({ decision: 'approved' })}
          >
            Approve
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
