import { archiveWorkspace, type InstallationWorkspace } from '@handover/contract/installation-workspaces.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Alert from '@mui/material/Alert';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useWorkspacesChanged } from './workspaces.queries.ts';

interface ArchiveDialogProps {
  workspace: InstallationWorkspace;
  onClose: () => void;
}

/** Asks before a workspace is closed for everybody; a refusal stays with the question. */
export function ArchiveDialog({
  workspace: { id, name, version },
  onClose,
}: ArchiveDialogProps): ReactElement {
  const toasts = useToasts();
  const changed = useWorkspacesChanged();
  const archive = useMutation({
    mutationFn: () => send(archiveWorkspace, { params: { id }, body: { version } }),
    onSuccess: () => {
      toasts.done(`${name} is archived`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ConfirmDialog
      title={`Archive ${name}?`}
      confirmLabel="Archive"
      isDangerous
      isPending={archive.isPending}
      onConfirm={() => archive.mutate()}
      onClose={onClose}
    >
      {archive.error !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(archive.error)}
        </Alert>
      )}
      Nobody can work in it or sign in to it any more. Its data stay as they are; its mail, reminders and
      webhooks rest until it is restored.
    </ConfirmDialog>
  );
}
