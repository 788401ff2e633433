import type { Document } from '@handover/contract/documents.ts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, type ReactElement } from 'react';
import type { DocumentMutations } from '../use-document-mutations.ts';
import { isWithheld, Preview } from './preview.tsx';

interface PreviewDialogProps {
  document: Document;
  download: Pick<DocumentMutations, 'download' | 'isDownloading'>;
  onClose: () => void;
}

/** What is in a file, without leaving its record. */
export default function PreviewDialog({ document, download, onClose }: PreviewDialogProps): ReactElement {
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  return (
    <Dialog open fullWidth fullScreen={isNarrow} maxWidth="md" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{document.name}</bdi>
      </DialogTitle>
      <DialogContent>
        <Preview document={document} />
      </DialogContent>
      <DialogActions>
        {!isWithheld(document) && (
          <Button
            variant="outlined"
            color="inherit"
            disabled={download.isDownloading}
            onClick={download.download}
          >
            {download.isDownloading ? 'Preparing…' : 'Download'}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
