import type { ImapAccount } from '@handover/contract/imap-accounts.ts';
import type { StatusTone } from '@handover/ui/parts/status-label.tsx';

interface Words {
  tone: StatusTone;
  text: string;
  /** Whether it changes by itself. */
  isLive: boolean;
}

const activities = {
  syncing: { tone: 'info', text: 'Taking mail in', isLive: true },
  watching: { tone: 'success', text: 'Listening for new mail', isLive: true },
  waiting: { tone: 'warning', text: 'Not connected', isLive: true },
  none: { tone: 'warning', text: 'Not connected', isLive: true },
} as const satisfies Record<ImapAccount['activity'], Words>;

const statuses = {
  testing: { tone: 'info', text: 'Testing', isLive: true },
  failed: { tone: 'error', text: 'Test failed', isLive: false },
  ready: { tone: 'success', text: 'Ready', isLive: false },
  paused: { tone: 'neutral', text: 'Paused', isLive: false },
  refused: { tone: 'error', text: 'Sign-in refused', isLive: false },
} as const;

/** What an account does at this moment, in a word. */
export function wordsFor({ status, activity }: Pick<ImapAccount, 'status' | 'activity'>): Words {
  return status === 'active' ? activities[activity] : statuses[status];
}
