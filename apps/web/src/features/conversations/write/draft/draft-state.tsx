import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import type { EmailDraftHandle } from './use-email-draft.ts';
import styles from './draft-state.module.css';

const labels = {
  none: null,
  saving: { icon: 'solar:refresh-linear', text: 'Saving…' },
  saved: { icon: 'solar:check-circle-linear', text: 'Saved' },
  offline: { icon: 'solar:monitor-linear', text: 'Saved on this device (offline)' },
  device: { icon: 'solar:monitor-linear', text: 'Saved on this device' },
} as const;

/** Shows where the draft is saved, and announces it politely. */
export function DraftState({ draft }: { draft: EmailDraftHandle }): ReactElement {
  const label = labels[draft.view.saveState];
  return (
    <span role="status" className={styles['state']}>
      {label !== null && (
        <>
          <Icon name={label.icon} size={16} />
          {label.text}
        </>
      )}
    </span>
  );
}

/** Warns that the draft is being edited or was changed elsewhere, and lets the user decide. */
export function DraftNotices({ draft }: { draft: EmailDraftHandle }): ReactElement | null {
  const toasts = useToasts();
  const { store, view } = draft;
  if (view.isElsewhere)
    return (
      <Alert
        severity="info"
        role="alert"
        action={
          <Button size="small" color="inherit" variant="text" onClick={store.editHere}>
            Edit here
          </Button>
        }
      >
        You are editing this email in another tab. Changes appear here.
      </Alert>
    );
  if (view.serverDraft === null) return null;
  const isGone = view.serverDraft.content === null;
  const acceptTheirs = (): void => {
    const mine = store.acceptTheirs();
    toasts.undoable(isGone ? 'Draft cleared' : 'Switched to the other draft', () => store.change(mine));
  };
  return (
    <Alert severity="warning" role="alert">
      {isGone ? 'This draft was sent or discarded elsewhere' : 'This draft was changed elsewhere'}
      {view.serverDraft.updatedAt !== null && (
        <>
          {' '}
          <RelativeTime time={view.serverDraft.updatedAt} />
        </>
      )}
      . Yours is kept on this device until you choose.
      <span className={styles['choice']}>
        <Button size="small" color="inherit" variant="outlined" onClick={store.keepMine}>
          Keep this draft
        </Button>
        <Button size="small" color="inherit" variant="outlined" onClick={acceptTheirs}>
          {isGone ? 'Clear this draft' : 'Use the other draft'}
        </Button>
      </span>
    </Alert>
  );
}
