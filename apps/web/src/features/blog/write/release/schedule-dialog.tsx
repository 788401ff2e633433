import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { instantIn, localIn } from './schedule-time.ts';

const dayMs = 86_400_000;

interface ScheduleDialogProps {
  /** The time set so far. */
  scheduledAt: string | null;
  onSchedule: (at: Date) => void;
  onClose: () => void;
}

/** Asks when a post should appear, in the workspace's time zone. */
export function ScheduleDialog({ scheduledAt, onSchedule, onClose }: ScheduleDialogProps): ReactElement {
  const titleId = useId();
  const { timeZone } = useUser();
  const [now] = useState(() => new Date());
  const [local, setLocal] = useState(() => {
    const tomorrow = `${localIn(timeZone, new Date(now.getTime() + dayMs)).slice(0, 10)}T09:00`;
    return scheduledAt === null ? tomorrow : localIn(timeZone, new Date(scheduledAt));
  });
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A portal's events rise to the editor's form, which would save.
    event.stopPropagation();
    if (local === '') return setError('Say when');
    const at = instantIn(timeZone, local);
    if (at <= new Date()) return setError('This time has passed');
    onSchedule(at);
  };

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>When should it appear?</DialogTitle>
        <DialogContent>
          <LabelledInput
            autoFocus
            type="datetime-local"
            label="Date and time"
            hint={`Time of the workspace, ${timeZone.replaceAll('_', ' ')}`}
            value={local}
            error={error}
            inputProps={{ min: localIn(timeZone, now) }}
            onChange={(event) => {
              setLocal(event.target.value);
              setError(undefined);
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Schedule</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
