import { recordInfo } from '@handover/contract/records.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { viewsQuery } from './rooms.queries.ts';
import styles from './rooms.module.css';

/** Who opened which file of the room, newest first. */
export default function RoomActivity({ roomId }: { roomId: string }): ReactElement {
  const query = useInfiniteQuery(viewsQuery(roomId));
  const { timeZone } = useUser();
  const views = query.data?.pages.flatMap((page) => page.views) ?? [];
  return (
    <PagedPanel
      query={query}
      count={views.length}
      empty={{
        icon: 'solar:eye-bold-duotone',
        title: 'Nobody has opened a file yet',
        text: 'Each file that a client opens or downloads is recorded before it is sent.',
      }}
      failed="The activity could not be loaded"
    >
      <ul className={styles['list']} aria-label="Activity">
        {views.map(({ id, viewer, document, number, viewedAt, ipAddress }) => (
          <li key={id} className={styles['item']}>
            <p className={styles['name']}>
              {viewer.displayName} opened{' '}
              <Link to={`${recordInfo.document.path}${document.id}`}>{document.name}</Link>
            </p>
            <p className={styles['note']}>
              Version {number} · <RelativeTime time={viewedAt} timeZone={timeZone} />
              {ipAddress !== null && ` · ${ipAddress}`}
            </p>
          </li>
        ))}
      </ul>
      <LoadMore query={query} shown={views.length} total={query.data?.pages[0]?.total ?? views.length} />
    </PagedPanel>
  );
}
