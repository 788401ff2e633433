import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { statusLabels } from './import-labels.ts';
import styles from './import-start.module.css';
import { importsQuery } from './imports.queries.ts';

/** The earlier imports, to come back to. */
export function ImportHistory({ onShow }: { onShow: (id: string) => void }): ReactElement | null {
  const { timeZone } = useUser();
  const query = useInfiniteQuery(importsQuery());
  const runs = query.data?.pages.flatMap((page) => page.imports) ?? [];
  if (runs.length === 0) return null;
  return (
    <section className={styles['history']} aria-label="Earlier imports">
      <h3 className={styles['title']}>Earlier imports</h3>
      <ul className={styles['runs']}>
        {runs.map((run) => (
          <li key={run.id} className={styles['run']}>
            <button type="button" className={styles['name']} onClick={() => onShow(run.id)}>
              {run.fileName}
            </button>
            <StatusLabel tone={statusLabels[run.status].tone}>{statusLabels[run.status].text}</StatusLabel>
            <span className={styles['facts']}>
              {run.createdBy.displayName}, <RelativeTime time={run.createdAt} timeZone={timeZone} />
              {run.status === 'done' &&
                ` · ${(run.counts.created + run.counts.updated).toLocaleString('en')} taken, ${run.counts.rejected.toLocaleString('en')} left out`}
            </span>
          </li>
        ))}
      </ul>
      <LoadMore query={query} shown={runs.length} total={query.data?.pages[0]?.total ?? runs.length} />
    </section>
  );
}
