import { createRoomRequest, type DataRoomDetail } from '@handover/contract/documents/data-rooms.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRoomChange } from './rooms.queries.ts';

interface NewRequestDialogProps {
  room: DataRoomDetail;
  onClose: () => void;
}

/** Adds a request to the checklist. */
export default function NewRequestDialog({ room, onClose }: NewRequestDialogProps): ReactElement {
  const [title, setTitle] = useState('');
  const [folderId, setFolderId] = useState(room.folders[0]?.id ?? '');
  const [hasFailed, setFailed] = useState(false);
  const { run, isPending } = useRoomChange();
  const { keyFor } = useSubmitKey();
  const name = title.trim();
  return (
    <FormDialog
      draft={{
        name: `room-request:${room.id}`,
        values: { title, folderId },
        restore: (typed) => {
          setTitle(typed.title);
          setFolderId(typed.folderId);
        },
      }}
      title="Add request"
      submitLabel="Add"
      failure={undefined}
      isPending={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '') return setFailed(true);
        const call = { params: { id: room.id }, body: { title: name, folderId } };
        const options = { idempotencyKey: keyFor(call) };
        run(() => send(createRoomRequest, call, options), { toast: 'Request added', onDone: onClose });
      }}
      onClose={onClose}
    >
      <LabeledInput
        label="Document"
        autoFocus
        value={title}
        error={hasFailed && name === '' ? 'Required' : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      <LabeledSelect label="Folder" value={folderId} onChange={(event) => setFolderId(event.target.value)}>
        {room.folders.map(({ id, number, name: folderName }) => (
          <option key={id} value={id}>
            {number} {folderName}
          </option>
        ))}
      </LabeledSelect>
    </FormDialog>
  );
}
