import type { Message } from '@handover/contract/conversations/conversations.ts';
import { lazy, type ReactElement, type ReactNode } from 'react';
import { Timeline } from '#features/activities/timeline.tsx';
import { NoteComposer } from '#features/notes/note-composer.tsx';
import { formatLabelWithCount, type RecordSection } from '#shared/records/page/record-page.tsx';
import type { ComposerTab } from '#shared/records/page/record-composer.tsx';
import type { LinkedRecord, RecordRef } from '#shared/records/page/record-ref.ts';

const Conversation = lazy(() => import('#features/conversations/read/conversation.tsx'));
const DocumentList = lazy(() => import('#features/documents/document-list.tsx'));
const NoteList = lazy(() => import('#features/notes/note-list.tsx'));
const TaskComposer = lazy(() => import('#features/tasks/form/task-composer.tsx'));
const TaskList = lazy(() => import('#features/tasks/task-list.tsx'));

interface RecordFormProps {
  tab: ComposerTab;
  of: RecordRef;
  /** A related record that notes and tasks can be attached to as well. */
  other?: LinkedRecord | null;
  /** Null for a record without separate emails. */
  email: ReactElement | null;
}

/** The form of a tab of the composer. */
export function RecordForm({ tab, of, other = null, email }: RecordFormProps): ReactElement {
  if (tab === 'email') return <>{email}</>;
  if (tab === 'task') return <TaskComposer of={of} other={other} />;
  return <NoteComposer key={tab} of={of} other={other} kind={tab} />;
}

interface SectionsInput {
  of: RecordRef;
  counts?: { emails: number; notes: number; openTasks: number };
  /** Shown next to the heading of the conversation. */
  mark?: ReactNode;
  /** Shown instead of the plain list of emails. */
  conversation?: ReactElement;
  onReply?: (message: Message) => void;
  /** Null if the member has no access to documents. */
  files: { canUpload: boolean } | null;
}

const noCounts = { emails: 0, notes: 0, openTasks: 0 };

/** Sections that every record has: its timeline, emails unless it is a deal, notes, tasks, and files. */
export function recordSections({
  of,
  counts = noCounts,
  mark = null,
  conversation,
  onReply = () => undefined,
  files,
}: SectionsInput): RecordSection[] {
  const conversationLabel = (
    <>
      {formatLabelWithCount('Conversation', counts.emails)}
      {mark}
    </>
  );
  const emails =
    of.type === 'deal' ? null : (
      <Conversation of={{ ...of, type: of.type }} onReply={onReply} onDraft={null} />
    );
  return [
    { name: 'timeline', label: 'Timeline', content: <Timeline of={of} /> },
    ...(emails === null
      ? []
      : [{ name: 'conversation', label: conversationLabel, content: conversation ?? emails }]),
    { name: 'notes', label: formatLabelWithCount('Notes', counts.notes), content: <NoteList of={of} /> },
    { name: 'tasks', label: formatLabelWithCount('Tasks', counts.openTasks), content: <TaskList of={of} /> },
    ...(files === null
      ? []
      : [{ name: 'files', label: 'Files', content: <DocumentList of={of} canUpload={files.canUpload} /> }]),
  ];
}
