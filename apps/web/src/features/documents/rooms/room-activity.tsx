import type { RoomReading } from '@handover/contract/documents/data-rooms.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { formatDuration } from '@handover/domain/data-rooms/reading-time.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { readingsQuery, viewsQuery } from './rooms.queries.ts';
import styles from './rooms.module.css';

/** What each viewer read in the room, and which files they opened. */
export default function RoomActivity({ roomId }: { roomId: string }): ReactElement {
  return (
    <div className={styles['section']}>
      <Readings roomId={roomId} />
      <Views roomId={roomId} />
    </div>
  );
}

/** Pages by viewer, with the time that they were in view. Renders nothing if there are none. */
function Readings({ roomId }: { roomId: string }): ReactElement | null {
  const query = useInfiniteQuery(readingsQuery(roomId));
  const readings = query.data?.pages.flatMap((page) => page.readings) ?? [];
  if (query.data !== undefined && readings.length === 0) return null;
  const viewers = Map.groupBy(readings, ({ viewer }) => viewer.id ?? viewer.displayName);
  return (
    <section>
      <h3 className={styles['folder']}>Reading time</h3>
      <PagedPanel
        query={query}
        count={readings.length}
        empty={{ icon: 'solar:eye-bold-duotone', title: 'No reading time yet' }}
        failed="The reading times could not be loaded"
      >
        <ul className={styles['list']} aria-label="Reading time">
          {[...viewers].map(([key, own]) => (
            <li key={key} className={styles['item']}>
              <p className={styles['name']}>
                {own[0]?.viewer.displayName}
                {own[0]?.viewer.id === null && <span className={styles['note']}> via shared link</span>}
              </p>
              {own.map((reading) => (
                <ReadFile key={`${reading.document.id} ${String(reading.number)}`} reading={reading} />
              ))}
            </li>
          ))}
        </ul>
        <LoadMore query={query} shown={readings.length} total={query.data?.pages[0]?.total ?? null} />
      </PagedPanel>
    </section>
  );
}

function ReadFile({
  reading: { document, number, pages, totalMs, lastAt },
}: {
  reading: RoomReading;
}): ReactElement {
  const { timeZone } = useUser();
  return (
    <div className={styles['read']}>
      <p>
        <Link to={`${recordInfo.document.path}${document.id}`}>{document.name}</Link>
      </p>
      <p className={styles['note']}>
        Version {number} · {formatDuration(totalMs)} total · last read{' '}
        <RelativeTime time={lastAt} timeZone={timeZone} />
      </p>
      <ul className={styles['pages']} aria-label={`Pages of ${document.name}`}>
        {pages.map(({ page, ms }) => (
          <li key={page}>
            Page {page}, {formatDuration(ms)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who opened which file of the room, newest first. */
function Views({ roomId }: { roomId: string }): ReactElement {
  const query = useInfiniteQuery(viewsQuery(roomId));
  const { timeZone } = useUser();
  const views = query.data?.pages.flatMap((page) => page.views) ?? [];
  return (
    <PagedPanel
      query={query}
      count={views.length}
      empty={{
        icon: 'solar:eye-bold-duotone',
        title: 'No files opened yet',
        text: 'Each file that a client opens or downloads will appear here.',
      }}
      failed="The activity could not be loaded"
    >
      <section>
        <h3 className={styles['folder']}>Opened files</h3>
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
      </section>
    </PagedPanel>
  );
}
