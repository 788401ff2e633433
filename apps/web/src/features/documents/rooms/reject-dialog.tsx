import { updateRoomRequest, type RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { NewFiles } from './request-parts.tsx';
import { useRoomChange } from './rooms.queries.ts';

interface RejectDialogProps {
  request: RoomRequest;
  onClose: () => void;
}

/** Asks why the uploaded files are not sufficient. */
export default function RejectDialog({ request, onClose }: RejectDialogProps): ReactElement {
  const [reason, setReason] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const { run, isPending } = useRoomChange();
  const { id, title, documents } = request;
  // Files that arrived after the dialog opened were not reviewed, so the first try is rejected.
  const { version, save } = useOpenedVersion(request.version, documents);
  const refusal = reason.trim();
  return (
    <FormDialog
      draft={{ name: `room-refusal:${id}`, values: { reason }, restore: (typed) => setReason(typed.reason) }}
      title={`Reject ${title}`}
      submitLabel="Reject"
      failure={undefined}
      notice={<NewFiles documents={documents} />}
      isPending={isPending}
      isDangerous
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === '') return setFailed(true);
        const body = { version, state: 'refused', refusal } as const;
        run(() => save(send(updateRoomRequest, { params: { id }, body })), {
          toast: 'Rejected',
          onDone: onClose,
        });
      }}
      onClose={onClose}
    >
      <LabeledInput
        label="Reason"
        multiline
        minRows={3}
        autoFocus
        value={reason}
        error={hasFailed && refusal === '' ? 'Explain what is missing or wrong' : undefined}
        hint="The owner will see this."
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
