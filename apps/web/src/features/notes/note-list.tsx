import type { Note } from '@handover/contract/records/notes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { QuarantineNotice } from '#shared/quarantines/quarantine-notice.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useHashTarget, useLoadUntilFound } from '#shared/lists/use-hash-target.ts';
import { MentionText } from '#shared/mentions/mention-input.tsx';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './notes.module.css';
import { notesQuery, useNoteMutations } from './notes.queries.ts';

const NoteEditor = lazy(() => import('./note-editor.tsx'));

const icons = {
  note: 'solar:notes-linear',
  call: 'solar:phone-calling-linear',
  meeting: 'solar:users-group-rounded-linear',
} as const;
const names = { note: 'Note', call: 'Call', meeting: 'Meeting' } as const;

/** The notes, calls, and meetings of a record. */
export default function NoteList({ of }: { of: RecordRef }): ReactElement {
  const query = useInfiniteQuery(notesQuery(of));
  const notes = query.data?.pages.flatMap((page) => page.notes) ?? [];
  useLoadUntilFound('note', { query, items: notes });
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

/** A note, call, or meeting with inline editing, pinning, and deletion. */
function NoteItem({ note }: { note: Note }): ReactElement {
  const [isEditing, setEditing] = useState(false);
  const mutations = useNoteMutations(note);
  const { ref, isTarget } = useHashTarget<HTMLElement>(`note-${note.id}`);
  const { timeZone } = useUser();
  const { canUpdate, canDelete } = note.abilities;
  const actions = [
    ...(canUpdate ? [{ label: 'Edit', icon: 'solar:pen-linear', onSelect: () => setEditing(true) }] : []),
    ...(canUpdate
      ? [
          {
            label: note.isPinned ? 'Unpin' : 'Pin to the top',
            icon: 'solar:pin-linear',
            onSelect: () => mutations.update({ isPinned: !note.isPinned }),
          },
        ]
      : []),
    ...(canDelete
      ? [
          {
            label: 'Delete',
            icon: 'solar:trash-bin-trash-linear',
            isDangerous: true,
            onSelect: mutations.remove,
          },
        ]
      : []),
  ];
  return (
    <article
      ref={ref}
      className={classNames(styles['note'], note.isPinned && styles['pinned'])}
      data-target={isTarget || undefined}
      aria-label={`${names[note.kind]} by ${note.author.displayName}`}
    >
      <header className={styles['top']}>
        <Icon name={icons[note.kind]} size={20} />
        <p className={styles['who']}>
          <strong>{note.author.displayName}</strong>{' '}
          <RelativeTime time={note.occurredAt} timeZone={timeZone} />
          {note.durationMinutes !== null && ` · ${String(note.durationMinutes)} min`}
          {note.updatedAt !== note.createdAt && ' · edited'}
        </p>
        {note.isPinned && <Icon name="solar:pin-bold" size={16} label="Pinned" />}
        {actions.length > 0 && (
          <MenuButton isIconOnly label={`Actions for this ${note.kind}`} actions={actions} />
        )}
      </header>
      {isEditing ? (
        <Suspense fallback={<Spinner />}>
          <NoteEditor note={note} mutations={mutations} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <NoteBody note={note} />
      )}
    </article>
  );
}

function NoteBody({ note: { quarantineId, body } }: { note: Note }): ReactElement {
  if (quarantineId !== null) return <QuarantineNotice id={quarantineId} text={body} />;
  return (
    <p className={styles['body']}>
      <MentionText body={body} />
    </p>
  );
}
