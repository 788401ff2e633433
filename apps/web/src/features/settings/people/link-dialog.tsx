import type { ReactElement } from 'react';
import { SecretDialog } from '../secret-dialog.tsx';

/** An invitation that no mail server could carry. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }): ReactElement {
  return (
    <SecretDialog
      title="Pass on this invitation"
      text="No mail server is configured, so nobody was written to. Send this link yourself; it works once, for seven days."
      label="Invitation link"
      secret={link}
      onClose={onClose}
    />
  );
}
