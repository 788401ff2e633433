import { roleLevels } from '@handover/contract/auth/roles.ts';
import type { ReactElement } from 'react';
import { ImapPanel } from '#features/settings/imap/imap-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { AccountSection } from './account-section.tsx';

export default function MailboxSection(): ReactElement | null {
  const { role } = useUser();
  if (role === null || roleLevels[role] < roleLevels.STAFF) return null;
  return (
    <AccountSection
      title="My mailbox"
      text="Adds your email with customers of this workspace to their conversations. All other email stays private on your mail server."
    >
      <ImapPanel of="me" />
    </AccountSection>
  );
}
