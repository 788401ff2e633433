import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { NoteItem } from './note-item.tsx';
import { notesQuery } from './notes.queries.ts';
import styles from './note-list.module.css';

/** The notes, calls and meetings of a customer. */
export function NoteList({ customerId }: { customerId: string }): ReactElement {
  const query = useInfiniteQuery(notesQuery(customerId));
  const notes = query.data?.pages.flatMap((page) => page.notes) ?? [];
  return (
    <PagedPanel
      query={query}
      count={notes.length}
      empty={{ icon: 'solar:notes-bold-duotone', title: 'No notes yet', text: 'Write the first one above.' }}
      failed="The notes could not be loaded"
    >
      <div className={styles['list']}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} />
        ))}
      </div>
      <LoadMore query={query} shown={notes.length} total={query.data?.pages[0]?.total ?? notes.length} />
    </PagedPanel>
  );
}
