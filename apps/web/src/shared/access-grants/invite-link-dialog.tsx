import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';

/** The invitation as a link, where no mail server delivers it. */
export default function InviteLinkDialog({
  link,
  onClose,
}: {
  link: string;
  onClose: () => void;
}): ReactElement {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Share this link</DialogTitle>
      <DialogContent>
        <LabelledInput
          label="Invitation link"
          hint="No mail server is set up, so no email was sent. Send this link yourself. It can be used once."
          value={link}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
