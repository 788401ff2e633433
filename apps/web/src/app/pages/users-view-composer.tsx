import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import type { useEmailDraft } from '../../features/conversations/write/email-draft.ts';
import { EmailComposer } from '../../features/conversations/write/email-composer.tsx';
import { NoteComposer } from '../../features/notes/note-composer.tsx';
import { TaskComposer } from '../../features/tasks/form/task-composer.tsx';
import styles from './users-view.module.css';

const tabs = [
  { name: 'note', label: 'Note', icon: 'solar:notes-linear' },
  { name: 'email', label: 'E-mail', icon: 'solar:letter-linear' },
  { name: 'task', label: 'Task', icon: 'solar:checklist-minimalistic-linear' },
  { name: 'call', label: 'Call', icon: 'solar:phone-calling-linear' },
  { name: 'meeting', label: 'Meeting', icon: 'solar:users-group-rounded-linear' },
] as const;
export type ComposerTab = (typeof tabs)[number]['name'];

interface ComposerProps {
  customer: CustomerDetail;
  tab: ComposerTab;
  onTab: (tab: ComposerTab) => void;
  addresses: readonly string[];
  emailDraft: ReturnType<typeof useEmailDraft>;
}

/** Where a broker writes: each tab keeps its own text until it is sent. */
export function Composer({ customer, tab, onTab, addresses, emailDraft }: ComposerProps): ReactElement {
  const { id } = customer;
  return (
    <section id="composer" className={styles['card']} aria-label="Write">
      <Tabs
        value={tab}
        onChange={(_event, name: ComposerTab) => onTab(name)}
        variant="scrollable"
        scrollButtons={false}
        aria-label="What to write"
        className={styles['tabs'] ?? ''}
      >
        {tabs.map(({ name, label, icon }) => (
          <Tab
            key={name}
            value={name}
            id={`composer-tab-${name}`}
            aria-controls="composer-panel"
            label={label}
            icon={<Icon name={icon} size={18} />}
            iconPosition="start"
          />
        ))}
      </Tabs>
      <div id="composer-panel" role="tabpanel" aria-labelledby={`composer-tab-${tab}`}>
        {tab === 'email' && <EmailComposer customerId={id} addresses={addresses} draft={emailDraft} />}
        {tab === 'task' && <TaskComposer customerId={id} />}
        {(tab === 'note' || tab === 'call' || tab === 'meeting') && (
          <NoteComposer key={tab} customerId={id} kind={tab} />
        )}
      </div>
    </section>
  );
}
