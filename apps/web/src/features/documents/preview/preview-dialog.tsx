import { openDocument, type Document } from '@handover/contract/documents/documents.ts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { toApiError, getErrorMessage, createUnansweredError } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { saveFile } from '#shared/files/files.ts';
import { Preview } from './preview.tsx';

interface PreviewDialogProps {
  document: Document;
  onDownload: () => void;
  onClose: () => void;
}

/** Previews a file without leaving its record. */
export default function PreviewDialog({ document, onDownload, onClose }: PreviewDialogProps): ReactElement {
  const titleId = useId();
  const marked = useMarkedDownload(document);
  // A phone turned sideways is wide, but too low for margins.
  const isPhone = useMediaQuery('(max-width: 599.95px), (max-height: 499.95px)', { noSsr: true });
  return (
    <Dialog open fullWidth fullScreen={isPhone} maxWidth="md" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{document.name}</bdi>
      </DialogTitle>
      <DialogContent>
        <Preview document={document} />
      </DialogContent>
      <DialogActions>
        {(document.isMarked !== true || document.kind === 'pdf') && (
          <Button
            variant="outlined"
            color="inherit"
            disabled={marked.isPending}
            onClick={document.isMarked === true ? () => marked.mutate() : onDownload}
          >
            {marked.isPending ? 'Preparing…' : 'Download'}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The server creates the watermarked file first, which can fail. */
function useMarkedDownload({ id, name }: Document): UseMutationResult<void, Error, void> {
  const toasts = useToasts();
  return useMutation({
    mutationFn: async () => {
      const { ticket } = await send(openDocument, { params: { id } });
      const response = await fetch(ticket.url, { cache: 'no-store' }).catch((error: unknown) => {
        throw createUnansweredError('NETWORK', error);
      });
      if (!response.ok) throw await toApiError(response);
      saveFile(await response.blob(), name);
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
}
