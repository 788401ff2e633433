import type { CustomerDetail } from '@handover/contract/customers.ts';
import { lazy, Suspense, useEffect, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { NoteComposer } from '#features/notes/note-composer.tsx';
import styles from './users-view.module.css';

const EmailComposer = lazy(() => import('#features/conversations/write/email-composer.tsx'));
const TaskComposer = lazy(() => import('#features/tasks/form/task-composer.tsx'));

const tabs = [
  { name: 'note', label: <TabText icon="solar:notes-linear" text="Note" /> },
  { name: 'email', label: <TabText icon="solar:letter-linear" text="E-mail" /> },
  { name: 'task', label: <TabText icon="solar:checklist-minimalistic-linear" text="Task" /> },
  { name: 'call', label: <TabText icon="solar:phone-calling-linear" text="Call" /> },
  { name: 'meeting', label: <TabText icon="solar:users-group-rounded-linear" text="Meeting" /> },
] as const;
export type ComposerTab = (typeof tabs)[number]['name'];

/** The tab that an address names; notes where it names none. */
export function composerTabOf(name: string | null): ComposerTab {
  return tabs.find((tab) => tab.name === name)?.name ?? 'note';
}

interface ComposerProps {
  customer: CustomerDetail;
  tab: ComposerTab;
  onTab: (tab: ComposerTab) => void;
  /** The thread that an e-mail answers in; null for a new one. */
  threadId: string | null;
  /** Shows another draft of an e-mail. It must keep its identity. */
  onThread: (threadId: string | null) => void;
  addresses: readonly string[];
}

/** Where a broker writes: each tab keeps its own text until it is sent. */
export function Composer(props: ComposerProps): ReactElement {
  const { customer, tab, onTab, threadId, onThread, addresses } = props;
  const { id } = customer;
  useFocusWhenAsked();
  return (
    <section id="composer" className={styles['card']} aria-label="Write">
      <TabList
        label="What to write"
        idPrefix="composer"
        tabs={tabs}
        selected={tab}
        onSelect={onTab}
        className={styles['tabs']}
      />
      <div id="composer-panel" role="tabpanel" aria-labelledby={`composer-tab-${tab}`}>
        <Suspense>
          {tab === 'email' && (
            <EmailComposer
              key={threadId}
              customerId={id}
              threadId={threadId}
              onThread={onThread}
              addresses={addresses}
            />
          )}
          {tab === 'task' && <TaskComposer customerId={id} />}
        </Suspense>
        {(tab === 'note' || tab === 'call' || tab === 'meeting') && (
          <NoteComposer key={tab} customerId={id} kind={tab} />
        )}
      </div>
    </section>
  );
}

/** An address that ends in `#composer` is somebody's who wants to write: the focus goes to the tab shown. */
function useFocusWhenAsked(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== '#composer') return undefined;
    // After the heading of the new page, which takes the focus first.
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('#composer [role="tab"][aria-selected="true"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
}

function TabText({ icon, text }: { icon: string; text: string }): ReactElement {
  return (
    <>
      <Icon name={icon} size={18} />
      {text}
    </>
  );
}
