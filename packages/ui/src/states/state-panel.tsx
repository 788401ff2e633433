import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './state-panel.module.css';

interface StatePanelProps {
  icon: string;
  title: string;
  text?: string | undefined;
  /** A button for the next action. */
  action?: ReactNode;
  isAlert?: boolean;
}

interface EmptyStateProps {
  icon: string;
  title: string;
  text?: string;
  action?: ReactNode;
}

/** Shown if there is nothing yet, with a hint on how to begin. */
export function EmptyState(props: EmptyStateProps): ReactElement {
  return <StatePanel {...props} />;
}

/** Shown if nothing matches the search and filters. */
export function NoMatch({ noun, onClear }: { noun: string; onClear: () => void }): ReactElement {
  return (
    <StatePanel
      icon="solar:magnifer-bold-duotone"
      title={`No ${noun} match`}
      text="Try a shorter search or fewer filters."
      action={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  );
}

/** Shown if a panel could not be loaded, while the rest of the page still works. `text` is the server's message. */
export function FailedState({
  title,
  text,
  onRetry,
}: {
  title: string;
  text?: string;
  onRetry: () => void;
}): ReactElement {
  return (
    <StatePanel
      isAlert
      icon="solar:danger-triangle-bold-duotone"
      title={title}
      text={text}
      action={
        <Button variant="outlined" color="inherit" onClick={onRetry}>
          Retry
        </Button>
      }
    />
  );
}

function StatePanel({ icon, title, text, action, isAlert = false }: StatePanelProps): ReactElement {
  return (
    <Stack className={styles['panel']} role={isAlert ? 'alert' : undefined}>
      <span className={styles['icon']}>
        <Icon name={icon} size={36} />
      </span>
      <Typography component="p" variant="h4">
        {title}
      </Typography>
      {text !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      )}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </Stack>
  );
}
