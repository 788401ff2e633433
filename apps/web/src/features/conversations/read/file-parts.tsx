import IconButton from '@mui/material/IconButton';
import type { Message } from '@handover/contract/conversations/conversations.ts';
import { saveFile } from '@handover/contract/documents/documents.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { FileNotice } from '#shared/files/file-notice.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { getRelatedIds, type MailRecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';

interface FilePartsProps {
  file: Message['attachments'][number];
  of: MailRecordRef | undefined;
}

interface SaveToFilesProps {
  id: string;
  name: string;
  of: MailRecordRef;
}

/**
 * The parts of an attachment after its name: a button to save it to the files of a record, and the reason if some
 * readers cannot open it.
 */
export default function FileParts({ file, of }: FilePartsProps): ReactElement {
  return (
    <>
      {of !== undefined && <SaveToFiles id={file.id} name={file.name} of={of} />}
      <FileNotice file={file} />
    </>
  );
}

function SaveToFiles({ id, name, of }: SaveToFilesProps): ReactElement | null {
  const toasts = useToasts();
  const refresh = useRefresh();
  const isOpen = useUser().areas.includes('documents');
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(saveFile, { params: { id }, body: { recordType: of.type, recordId: of.id } }),
    onSuccess: () => {
      refresh({ noun: 'document', ...getRelatedIds(of) });
      toasts.done('Saved to files');
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  if (!isOpen) return null;
  return (
    <IconButton
      size="small"
      title="Save to files"
      aria-label={`Save ${name} to files`}
      disabled={isPending}
      onClick={() => mutate()}
    >
      <Icon name="solar:folder-2-bold-duotone" size={18} />
    </IconButton>
  );
}
