import { updateRoomRequest, type RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { NewFiles } from './request-parts.tsx';
import { useRoomChange } from './rooms.queries.ts';

interface VerifyDialogProps {
  request: RoomRequest;
  onClose: () => void;
}

/** Verifies the uploaded files, until an optional expiration date. */
export default function VerifyDialog({ request, onClose }: VerifyDialogProps): ReactElement {
  const [expiresOn, setExpiresOn] = useState(request.expiresOn ?? '');
  const { run, isPending } = useRoomChange();
  const { id, title, documents } = request;
  // Files that arrived after the dialog opened were not reviewed, so the first try is rejected.
  const { version, save } = useOpenedVersion(request.version, documents);
  return (
    <FormDialog
      draft={{
        name: `room-verification:${id}`,
        version,
        values: { expiresOn },
        restore: (typed) => setExpiresOn(typed.expiresOn),
      }}
      title={`Verify ${title}`}
      submitLabel="Verify"
      failure={undefined}
      notice={<NewFiles documents={documents} />}
      isPending={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        const body = { version, state: 'verified', expiresOn: expiresOn === '' ? null : expiresOn } as const;
        run(() => save(send(updateRoomRequest, { params: { id }, body })), {
          toast: 'Verified',
          onDone: onClose,
        });
      }}
      onClose={onClose}
    >
      <p>Buyers with access to this folder can read it once it is verified.</p>
      <LabeledInput
        label="Valid through (optional)"
        type="date"
        value={expiresOn}
        hint="The request reopens after this date."
        onChange={(event) => setExpiresOn(event.target.value)}
      />
    </FormDialog>
  );
}
