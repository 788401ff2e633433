import { roleLevels } from '@handover/contract/roles.ts';
import type { ReactElement } from 'react';
import { ImapPanel } from '#features/settings/imap/imap-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { AccountSection } from './account-section.tsx';

/** One's own mailbox in the workspace. Clients have none. */
export default function MailboxSection(): ReactElement | null {
  const { role } = useUser();
  if (role === null || roleLevels[role] < roleLevels.STAFF) return null;
  return (
    <AccountSection
      title="My mailbox"
      text="Your mail with customers of this workspace, in their conversations. All other mail stays on your mail server, unread by Handover."
    >
      <ImapPanel of="me" />
    </AccountSection>
  );
}
