import { SecretDialog } from '@handover/ui/feedback/secret-dialog.tsx';
import type { ReactElement } from 'react';

interface InviteLinkDialogProps {
  link: string;
  onClose: () => void;
}

/** Shows the link of an invitation if no mail server is configured to send it. */
export default function InviteLinkDialog({ link, onClose }: InviteLinkDialogProps): ReactElement {
  return (
    <SecretDialog
      title="Share this invitation"
      text="No mail server is set up, so the invitation was not emailed. Send this link yourself. It can be used once and expires in 7 days."
      label="Invitation link"
      secret={link}
      onClose={onClose}
    />
  );
}
