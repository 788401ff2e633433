import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { Message } from '@handover/contract/conversations.ts';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { Timeline } from '../../features/activities/timeline.tsx';
import { Conversation } from '../../features/conversations/read/conversation.tsx';
import { NoteList } from '../../features/notes/note-list.tsx';
import { TaskList } from '../../features/tasks/task-list.tsx';
import styles from './users-view.module.css';

const sectionNames = ['timeline', 'conversation', 'notes', 'tasks', 'details'] as const;
type SectionName = (typeof sectionNames)[number];

interface RecordSectionsProps {
  customer: CustomerDetail;
  /** What stands beside the sections on a wide screen; on a narrow one it is a section itself. */
  rail: ReactElement | null;
  onReply: (message: Message) => void;
}

/** What there is about a customer; the section shown stands in the address. */
export function RecordSections({ customer, rail, onReply }: RecordSectionsProps): ReactElement {
  const [params, setParams] = useSearchParams();
  const named = sectionNames.find((name) => name === params.get('tab')) ?? 'timeline';
  const section = named === 'details' && rail === null ? 'timeline' : named;
  const show = (name: SectionName): void => {
    const next = new URLSearchParams(params);
    next.set('tab', name);
    setParams(next, { replace: true });
  };
  const { id, counts } = customer;
  const labels: Readonly<Record<SectionName, string>> = {
    timeline: 'Timeline',
    conversation: counted('Conversation', counts.emails),
    notes: counted('Notes', counts.notes),
    tasks: counted('Tasks', counts.openTasks),
    details: 'Details',
  };
  return (
    <section className={section === 'details' ? styles['bare'] : styles['card']} aria-label="Record">
      <Tabs
        value={section}
        onChange={(_event, name: SectionName) => show(name)}
        variant="scrollable"
        scrollButtons={false}
        aria-label="About this customer"
        className={styles['tabs'] ?? ''}
      >
        {sectionNames
          .filter((name) => name !== 'details' || rail !== null)
          .map((name) => (
            <Tab
              key={name}
              value={name}
              label={labels[name]}
              id={`section-tab-${name}`}
              aria-controls="section-panel"
            />
          ))}
      </Tabs>
      <div id="section-panel" role="tabpanel" aria-labelledby={`section-tab-${section}`}>
        {section === 'timeline' && <Timeline customerId={id} />}
        {section === 'conversation' && <Conversation customerId={id} onReply={onReply} />}
        {section === 'notes' && <NoteList customerId={id} />}
        {section === 'tasks' && <TaskList customerId={id} />}
        {section === 'details' && rail}
      </div>
    </section>
  );
}

function counted(label: string, count: number): string {
  return count === 0 ? label : `${label} (${count.toLocaleString('en')})`;
}
