import IconButton from '@mui/material/IconButton';
import { saveFile } from '@handover/contract/documents.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { relatedIds, type MailRecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';

interface SaveToFilesProps {
  id: string;
  name: string;
  of: MailRecordRef;
}

/** Saves an attachment to the files of a record. */
export default function SaveToFiles({ id, name, of }: SaveToFilesProps): ReactElement | null {
  const toasts = useToasts();
  const refresh = useRefresh();
  const isOpen = useUser().areas.includes('documents');
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(saveFile, { params: { id }, body: { recordType: of.type, recordId: of.id } }),
    onSuccess: () => {
      refresh({ noun: 'document', ...relatedIds(of) });
      toasts.done('Saved to files');
    },
    onError: (error) => toasts.failed(messageOf(error)),
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
