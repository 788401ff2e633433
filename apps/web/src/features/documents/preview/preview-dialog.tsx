import type { Document } from '@handover/contract/documents.ts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, type ReactElement } from 'react';
import { Preview } from './preview.tsx';

interface PreviewDialogProps {
  document: Document;
  onDownload: () => void;
  onClose: () => void;
}

/** What is in a file, without leaving its record. */
export default function PreviewDialog({ document, onDownload, onClose }: PreviewDialogProps): ReactElement {
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
        <Button variant="outlined" color="inherit" onClick={onDownload}>
          Download
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
