import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { dashboardIcons } from './dashboard.generated.ts';
import styles from './panel.module.css';

registerIcons(dashboardIcons);

interface PanelProps {
  title: string;
  /** Link to the full list. */
  to?: { href: string; label: string };
  /** Actions for the whole panel. */
  action?: { label: string; run: () => void };
  children: ReactNode;
}

/** A card with a heading. */
export function Panel({ title, to, action, children }: PanelProps): ReactElement {
  return (
    <section className={styles['panel']} aria-label={title}>
      <header className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {to !== undefined && (
          <Link to={to.href} className={styles['more']}>
            {to.label}
          </Link>
        )}
        {action !== undefined && (
          <button type="button" className={styles['more']} onClick={action.run}>
            {action.label}
          </button>
        )}
      </header>
      {children}
    </section>
  );
}

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; isPending: boolean; refetch: () => Promise<unknown> };
  /** The error when loading failed, as a sentence. */
  failed: string;
  rows?: number;
  children: (data: T) => ReactNode;
}

/** Content of a panel; loads and fails separately, and keeps its data if a refresh fails. */
export function Loaded<T>({ query, failed, rows = 3, children }: LoadedProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <ListSkeleton columns={['1fr', '30%']} rowHeight={36} rows={rows} />;
  return (
    <div role="alert" className={styles['failed']}>
      <p>
        <strong>{failed}.</strong> {getErrorMessage(query.error)}
      </p>
      <button type="button" className={styles['retry']} onClick={() => void query.refetch()}>
        Retry
      </button>
    </div>
  );
}
