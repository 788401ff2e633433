import type { ImapAccount } from '@handover/contract/conversations/imap-accounts.ts';

/** A mailbox that is being read, with a connection that listens for new mail. */
export function anImapAccount(changes: Partial<ImapAccount> = {}): ImapAccount {
  return {
    address: 'office@harbor.test',
    host: 'imap.harbor.test',
    port: 993,
    security: 'tls',
    username: 'office@harbor.test',
    status: 'active',
    statusSince: '2026-11-20T15:00:00.000Z',
    activity: 'watching',
    folders: [
      { path: 'INBOX', name: 'INBOX', role: 'inbox', isChosen: true },
      { path: 'Sent', name: 'Sent', role: 'sent', isChosen: true },
      { path: 'Projects', name: 'Projects', role: 'other', isChosen: false },
    ],
    syncSince: '2026-10-21T15:00:00.000Z',
    lastSyncedAt: '2026-11-20T15:00:00.000Z',
    importedCount: 1214,
    setAside: { count: 0, messages: [] },
    error: null,
    nextAttemptAt: null,
    isShared: true,
    version: 1,
    ...changes,
  };
}
