import { listDataRooms, type DataRoom } from '@handover/contract/documents/data-rooms.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';
import styles from './folder-tree.module.css';

type Rooms = PagesFor<{ rooms: DataRoom[]; total: number; nextCursor: string | null }>;

const roomsQuery = (): Rooms =>
  pagesQuery({
    queryKey: ['document', 'all', 'rooms'],
    fetchPage: ({ cursor, signal }) => send(listDataRooms, { query: { cursor } }, { signal }),
  });

/** Links to the data rooms on the pages of their businesses, with the progress of each. */
export default function RoomLinks(): ReactElement | null {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(roomsQuery());
  const rooms = data?.pages.flatMap((page) => page.rooms) ?? [];
  if (rooms.length === 0) return null;
  return (
    <section aria-labelledby="data-rooms">
      <div className={styles['head']}>
        <h2 id="data-rooms" className={styles['title']}>
          Data rooms
        </h2>
      </div>
      <ul className={styles['tree']}>
        {rooms.map(({ id, business, readyPercent, state }) => (
          <li key={id} className={styles['item']}>
            <Link
              to={`${recordInfo.business.path}${business.id}?tab=room`}
              className={styles['link']}
              title={business.name}
            >
              <Icon
                name={state === 'frozen' ? 'solar:lock-keyhole-linear' : 'solar:folder-2-bold-duotone'}
                size={20}
              />
              <bdi className={styles['name']}>{business.name}</bdi>
              {readyPercent !== null && <span className={styles['count']}>{readyPercent}%</span>}
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" variant="text" color="inherit" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}
