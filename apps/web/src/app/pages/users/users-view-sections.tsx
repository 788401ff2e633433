import type { Message } from '@handover/contract/conversations.ts';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { useSearchParams } from 'react-router';
import { Timeline } from '#features/activities/timeline.tsx';
import { NoteList } from '#features/notes/note-list.tsx';
import { optionalPart } from '#shared/page/optional-part.ts';
import styles from './users-view.module.css';

const Conversation = lazy(() => import('#features/conversations/search/searchable-conversation.tsx'));
const DraftMark = optionalPart(() => import('#features/conversations/write/draft/draft-mark.tsx'));
const TaskList = lazy(() => import('#features/tasks/task-list.tsx'));

const sectionNames = ['timeline', 'conversation', 'notes', 'tasks', 'details'] as const;
type SectionName = (typeof sectionNames)[number];

interface RecordSectionsProps {
  customer: CustomerDetail;
  /** What stands beside the sections on a wide screen; on a narrow one it is a section itself. */
  rail: ReactElement | null;
  onReply: (message: Message) => void;
  /** Opens the draft of a thread, or with null that of a new e-mail. */
  onDraft: (threadId: string | null) => void;
}

/** What there is about a customer; the section shown stands in the address. */
export function RecordSections(props: RecordSectionsProps): ReactElement {
  const { customer, rail, onReply, onDraft } = props;
  const [params, setParams] = useSearchParams();
  const named = sectionNames.find((name) => name === params.get('tab')) ?? 'timeline';
  const section = named === 'details' && rail === null ? 'timeline' : named;
  const show = (name: SectionName): void => {
    const next = new URLSearchParams(params);
    next.set('tab', name);
    setParams(next, { replace: true });
  };
  const { id, counts } = customer;
  const labels: Readonly<Record<SectionName, ReactNode>> = {
    timeline: 'Timeline',
    conversation: (
      <>
        {counted('Conversation', counts.emails)}
        {customer.abilities.canUpdate && (
          <Suspense>
            <DraftMark customerId={id} />
          </Suspense>
        )}
      </>
    ),
    notes: counted('Notes', counts.notes),
    tasks: counted('Tasks', counts.openTasks),
    details: 'Details',
  };
  return (
    <section className={section === 'details' ? styles['bare'] : styles['card']} aria-label="Record">
      <TabList
        label="About this customer"
        idPrefix="section"
        tabs={sectionNames
          .filter((name) => name !== 'details' || rail !== null)
          .map((name) => ({ name, label: labels[name] }))}
        selected={section}
        onSelect={show}
        className={styles['tabs']}
      />
      <div id="section-panel" role="tabpanel" aria-labelledby={`section-tab-${section}`}>
        {section === 'timeline' && <Timeline customerId={id} />}
        <Suspense>
          {section === 'conversation' && (
            <Conversation
              customerId={id}
              onReply={onReply}
              onDraft={customer.abilities.canUpdate ? onDraft : null}
            />
          )}
          {section === 'tasks' && <TaskList customerId={id} />}
        </Suspense>
        {section === 'notes' && <NoteList customerId={id} />}
        {section === 'details' && rail}
      </div>
    </section>
  );
}

function counted(label: string, count: number): string {
  return count === 0 ? label : `${label} (${count.toLocaleString('en')})`;
}
