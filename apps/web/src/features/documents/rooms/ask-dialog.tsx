import { askForDocuments, type RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRoomChange } from './rooms.queries.ts';
import styles from './rooms.module.css';

interface AskDialogProps {
  roomId: string;
  /** The requests to choose from; all are selected at first. */
  requests: readonly RoomRequest[];
  onClose: () => void;
}

/** Asks the owner for several documents, due on a date. */
export default function AskDialog({ roomId, requests, onClose }: AskDialogProps): ReactElement {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(requests.map(({ id }) => id)));
  const [dueOn, setDueOn] = useState('');
  const [asTask, setAsTask] = useState(true);
  const [failures, setFailures] = useState(0);
  const { run, isPending } = useRoomChange();
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
    setFailures(0);
  };
  const ask = (): Promise<unknown> => {
    const body = { requestIds: [...chosen], dueOn: dueOn === '' ? null : dueOn, asTask };
    return send(askForDocuments, { params: { id: roomId }, body });
  };
  return (
    <FormDialog
      draft={{
        name: `room-asked:${roomId}`,
        values: { dueOn, asTask, chosen: [...chosen] },
        restore: (typed) => {
          setDueOn(typed.dueOn);
          setAsTask(typed.asTask);
          setChosen(new Set(typed.chosen));
        },
      }}
      title="Request documents"
      submitLabel={chosen.size === 1 ? 'Request 1 document' : `Request ${String(chosen.size)} documents`}
      failure={undefined}
      isPending={isPending}
      maxWidth="sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.size === 0) return setFailures(failures + 1);
        return run(ask, { toast: 'Documents requested from the owner', onDone: onClose });
      }}
      onClose={onClose}
    >
      <LabeledInput
        label="Due (optional)"
        type="date"
        value={dueOn}
        onChange={(event) => setDueOn(event.target.value)}
      />
      <div>
        <FormControlLabel
          control={<Checkbox checked={asTask} onChange={() => setAsTask(!asTask)} />}
          label="Add a client task"
        />
        <p className={styles['note']}>The task is completed when all documents are verified.</p>
      </div>
      <fieldset className={styles['choices']}>
        <legend>Documents</legend>
        {requests.map(({ id, title }) => (
          <FormControlLabel
            key={id}
            control={<Checkbox checked={chosen.has(id)} onChange={() => toggle(id)} />}
            label={title}
          />
        ))}
      </fieldset>
      {failures > 0 && chosen.size === 0 && (
        // The key focuses it again at each try.
        <p key={failures} ref={focus} role="alert" tabIndex={-1} className={styles['refusal']}>
          Choose at least one document
        </p>
      )}
    </FormDialog>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus();
