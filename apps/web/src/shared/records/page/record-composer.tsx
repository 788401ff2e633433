import { Suspense, useCallback, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams, type NavigateFunction } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import styles from './record-page.module.css';
import type { LinkedRecord } from './record-ref.ts';

const tabs = [
  { name: 'note', label: <TabText icon="solar:notes-linear" text="Note" /> },
  { name: 'call', label: <TabText icon="solar:phone-calling-linear" text="Call" /> },
  { name: 'meeting', label: <TabText icon="solar:users-group-rounded-linear" text="Meeting" /> },
  { name: 'email', label: <TabText icon="solar:letter-linear" text="Email" /> },
  { name: 'task', label: <TabText icon="solar:checklist-minimalistic-linear" text="Task" /> },
] as const;
export type ComposerTab = (typeof tabs)[number]['name'];

interface RecordComposerProps {
  tab: ComposerTab;
  onTab: (tab: ComposerTab) => void;
  /** False for a record without separate emails. */
  hasEmail?: boolean;
  /** The form of the tab; each keeps its own text until it is sent. */
  children: ReactNode;
}

/** The tabs for writing notes, calls, meetings, emails, and tasks of a record. */
export function RecordComposer({ tab, onTab, hasEmail = true, children }: RecordComposerProps): ReactElement {
  useFocusOnHash();
  return (
    <section id="composer" className={styles['card']} aria-label="Write">
      <TabList
        label="Record type"
        idPrefix="composer"
        tabs={hasEmail ? tabs : tabs.filter(({ name }) => name !== 'email')}
        selected={tab}
        onSelect={onTab}
        className={styles['tabs']}
      />
      <div id="composer-panel" role="tabpanel" aria-labelledby={`composer-tab-${tab}`}>
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}

export interface ComposerTabs {
  tab: ComposerTab;
  setTab: (tab: ComposerTab) => void;
  /** The thread that an email replies to; null for a new thread. */
  threadId: string | null;
  /** Shows the draft of a thread, or of a new email if null. Does not move the focus, unless it was in the composer. */
  showThread: (threadId: string | null) => void;
  /** Does the same and focuses the composer. */
  writeTo: (threadId: string | null) => void;
}

/**
 * The tab of the composer. A URL that ends in `?compose=email#composer` opens that tab; with `thread`, it opens a
 * reply.
 */
export function useComposerTab(): ComposerTabs {
  const [params] = useSearchParams();
  const { hash, key } = useLocation();
  const named = tabs.find(({ name }) => name === params.get('compose'))?.name ?? 'note';
  const [tab, setTab] = useState<ComposerTab>(named);
  const [followed, setFollowed] = useState(key);
  if (followed !== key) {
    setFollowed(key);
    if (hash === '#composer') setTab(named);
  }
  const show = useShowDraft(params);
  return {
    tab,
    setTab,
    threadId: params.get('thread'),
    showThread: useCallback((threadId) => show(threadId, { isFocused: hasFocus() }), [show]),
    writeTo: useCallback((threadId) => show(threadId, { isFocused: true }), [show]),
  };
}

/** Sets the draft in the URL, while the record is on screen. */
function useShowDraft(
  params: URLSearchParams,
): (threadId: string | null, focus: { isFocused: boolean }) => void {
  const navigate = useNavigate();
  const here = useRef<{ navigate: NavigateFunction; params: URLSearchParams } | null>(null);
  useEffect(() => {
    here.current = { navigate, params };
    return () => {
      here.current = null;
    };
  });
  return useCallback((threadId, { isFocused }) => {
    if (here.current === null) return;
    const search = new URLSearchParams(here.current.params);
    search.set('compose', 'email');
    if (threadId === null) search.delete('thread');
    else search.set('thread', threadId);
    const to = { search: search.toString(), hash: isFocused ? 'composer' : '' };
    void here.current.navigate(to, { replace: true });
  }, []);
}

function hasFocus(): boolean {
  return document.querySelector('#composer')?.contains(document.activeElement) === true;
}

/** Focuses the selected tab if the URL ends in `#composer`. */
function useFocusOnHash(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== '#composer') return undefined;
    // Waits until the heading of the new page has taken the focus.
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

interface AlsoOnProps {
  other: LinkedRecord | null;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Also attaches what is written to a related record, for example to the owner of a business. */
export function AlsoOn({ other, isOn, onChange }: AlsoOnProps): ReactElement | null {
  if (other === null) return null;
  return (
    <label className={styles['also']}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {`Also add to ${other.name}`}
    </label>
  );
}
