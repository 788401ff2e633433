import { getRoleLevel } from '@handover/contract/auth/roles.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useModal } from '@handover/ui-lite/overlay/use-modal.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { confirmLeave, hasUnsavedChanges } from '#shared/forms/leave-guards.ts';
import { useDebounced } from '#shared/forms/use-debounced.ts';
import { readRecent, useRecentKey } from '#shared/records/recent-records.ts';
import { useUser, useSessionActions } from '#shared/session/session-context.tsx';
import { hitsQuery, commandsQuery, filterMatching, type PaletteItem, type Choice } from './palette-item.ts';
import styles from './palette.module.css';
import { useLocation, useNavigate } from 'react-router';
import { setShortcutsOn } from '#shared/shortcuts/shortcuts.ts';

const PaletteList = lazy(() => import('./palette-list.tsx'));

interface PaletteProps {
  /** The initial query. */
  start: string;
  onClose: () => void;
}

/** Search for records and commands. Arrow keys move, Enter opens, Escape closes. */
export function Palette({ start, onClose }: PaletteProps): ReactElement {
  const dialog = useModal(true, onClose);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [query, setQuery] = useState(start);
  const { items, status } = useItems(query.trim());
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { choose, error } = useChoose({ onClose, onAsk: (text) => ask(text) });
  const position = Math.max(
    0,
    items.findIndex(({ key }) => key === activeKey),
  );
  const active = items[position];

  const ask = (text: string): void => {
    setQuery(text);
    setActiveKey(null);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setActiveKey(items[(position + step + items.length) % items.length]?.key ?? null);
    }
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      choose(active.choice);
    }
  };

  return (
    <dialog ref={dialog} className={styles['palette']} aria-label="Search everything">
      <div className={styles['panel']}>
        <div className={styles['search']}>
          <Icon name="solar:magnifier-linear" size={20} />
          <input
            ref={input}
            role="combobox"
            aria-expanded={items.length > 0}
            aria-controls={listId}
            aria-activedescendant={active === undefined ? undefined : getOptionId(listId, position)}
            aria-autocomplete="list"
            aria-label="Search everything"
            placeholder="Search records and commands"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={query}
            onChange={(event) => ask(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <IconButton icon="solar:close-linear" label="Close" onClick={onClose} />
        </div>
        <Suspense>
          <PaletteList
            id={listId}
            items={items}
            active={active ?? null}
            optionId={(index) => getOptionId(listId, index)}
            onPoint={({ key }) => setActiveKey(key)}
            onChoose={({ choice }) => choose(choice)}
          />
        </Suspense>
        <p role="status" className={styles['status']}>
          {error ?? status}
        </p>
      </div>
    </dialog>
  );
}

function getOptionId(listId: string, index: number): string {
  return `${listId}-${String(index)}`;
}

/** Ranked records and commands; only commands without a query. Clients cannot search records. */
function useItems(query: string): { items: PaletteItem[]; status: string } {
  const user = useUser();
  const asked = useDebounced(query);
  const isSearching = query !== '' && getRoleLevel(user.role) >= getRoleLevel('STAFF');
  const { data: lines } = useQuery(commandsQuery());
  const { data, error, isPlaceholderData } = useQuery({
    ...hitsQuery(asked),
    enabled: isSearching && asked !== '',
    placeholderData: keepPreviousData,
  });
  const isOfQuery = asked === query && !isPlaceholderData;
  const hits = isSearching && error === null ? (data ?? []) : [];
  const found = isOfQuery ? hits : filterMatching(hits, query);
  const recent = readRecent(useRecentKey());
  const items = lines?.listCommands({ user, query, found, recent }) ?? [];
  const isCurrent = !isSearching || (isOfQuery && data !== undefined);
  if (isSearching && error !== null)
    return { items, status: `Records could not be searched. ${getErrorMessage(error)}` };
  if (lines === undefined || !isCurrent || items.length > 0) return { items, status: '' };
  return { items, status: `No results for “${query}”.` };
}

interface ChoiceState {
  choose: (choice: Choice) => void;
  /** The error of the last choice. */
  error: string | null;
}

interface Chosen {
  onClose: () => void;
  /** Called with a new initial query. */
  onAsk: (text: string) => void;
}

/** Runs the chosen item and closes the palette; an item that needs a name continues the search. */
export function useChoose({ onClose, onAsk }: Chosen): ChoiceState {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const toasts = useToasts();
  const { signOut, switchWorkspace } = useSessionActions();
  const [error, setError] = useState<string | null>(null);

  /** Returns the path to go to, or null to stay on the page. */
  const act = async (choice: Exclude<Choice, { kind: 'ask' }>): Promise<string | null> => {
    if (choice.kind === 'open') return choice.to;
    if (choice.kind === 'workspace') {
      await switchWorkspace(choice.id);
      return '/';
    }
    if (choice.kind === 'shortcuts') {
      setShortcutsOn(choice.isOn);
      return null;
    }
    signOut();
    return '/sign-in';
  };

  const run = async (
    choice: Exclude<Choice, { kind: 'ask' }>,
    showError: (message: string) => void,
  ): Promise<void> => {
    try {
      const to = await act(choice);
      onClose();
      if (to !== null) await navigate(to);
    } catch (failure) {
      showError(getErrorMessage(failure));
    }
  };

  const choose = (choice: Choice): void => {
    setError(null);
    if (choice.kind === 'ask') return onAsk(choice.text);
    const isStaying =
      choice.kind === 'shortcuts' ||
      (choice.kind === 'open' && choice.to.split('#')[0] === `${pathname}${search}`);
    if (isStaying || !hasUnsavedChanges()) return void run(choice, setError);
    // The palette would cover the question.
    onClose();
    confirmLeave(() => void run(choice, toasts.failed));
  };
  return { choose, error };
}
