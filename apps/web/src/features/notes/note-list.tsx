import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useReachItem } from '#shared/lists/use-hash-target.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { NoteItem } from './note-item.tsx';
import { notesQuery } from './notes.queries.ts';
import styles from './note-list.module.css';

/** The notes, calls, and meetings of a record. */
export function NoteList({ of }: { of: RecordRef }): ReactElement {
  const query = useInfiniteQuery(notesQuery(of));
  const notes = query.data?.pages.flatMap((page) => page.notes) ?? [];
  useReachItem('note', { query, items: notes });
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
