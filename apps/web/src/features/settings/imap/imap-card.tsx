import type { ReactElement } from 'react';
import { SettingsCard } from '../settings-card.tsx';
import { ImapPanel } from './imap-panel.tsx';

/** The mailbox of the workspace, read by IMAP. */
export function ImapCard(): ReactElement {
  return (
    <SettingsCard
      title="Shared mailbox"
      text="Handover reads the office’s mailbox by IMAP, as a mail program does: replies land in their conversation, unknown senders wait for you. Nothing in the mailbox is changed."
    >
      <ImapPanel of="workspace" />
    </SettingsCard>
  );
}
