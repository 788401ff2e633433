import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactElement } from 'react';
import styles from './documents.module.css';

interface ImageDialogProps {
  name: string;
  url: string;
  onDownload: () => void;
  onClose: () => void;
}

/** An image at the size of the window. */
export default function ImageDialog({ name, url, onDownload, onClose }: ImageDialogProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open maxWidth="lg" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </DialogTitle>
      <DialogContent>
        <img src={url} alt={name} className={styles['image']} />
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
