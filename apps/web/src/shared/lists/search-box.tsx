import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import styles from './search-box.module.css';

const pauseMs = 250;

interface SearchBoxProps {
  /** What is searched, such as "customers". */
  noun: string;
  /** What it is searched by, such as "name, phone or NPI". */
  fields: string;
  /** What the address says. */
  value: string;
  onSearch: (text: string) => void;
}

/** The search of the list: it follows the typing after a short pause, Enter at once. */
export function SearchBox({ noun, fields, value, onSearch }: SearchBoxProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const { typed, type, search } = useTyped(value, onSearch);
  useShortcut('/', `Search ${noun}`, () => input.current?.focus());

  return (
    <div role="search" className={styles['box']}>
      <Icon name="solar:magnifier-linear" size={20} />
      <input
        ref={input}
        type="search"
        aria-label={`Search ${fields}`}
        placeholder={`Search ${fields}`}
        maxLength={200}
        autoComplete="off"
        value={typed.text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && typed.isPending && search()}
      />
    </div>
  );
}

/**
 * The text of the box. The address follows some time after a search, and may pass through earlier ones: only a change
 * that was not searched for here replaces what is typed.
 */
function useTyped(value: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState({ text: value, isPending: false });
  const [seen, setSeen] = useState(value);
  /** Searched for, and not in the address yet. */
  const [sent, setSent] = useState<readonly string[]>([]);
  if (seen !== value) {
    const own = sent.lastIndexOf(value);
    setSeen(value);
    setSent(sent.slice(own + 1));
    if (own === -1 && !typed.isPending) setTyped({ text: value, isPending: false });
  }

  const search = (): void => {
    const text = typed.text.trim();
    setTyped({ text: typed.text, isPending: false });
    if (text !== value) setSent([...sent, text]);
    onSearch(text);
  };
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });

  useEffect(() => {
    if (!typed.isPending) return undefined;
    const { pathname } = window.location;
    const timer = setTimeout(() => {
      // A click on a link may be on its way already: what was typed before it must not lead back here.
      if (window.location.pathname === pathname) latest.current();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return { typed, type: (text: string) => setTyped({ text, isPending: true }), search };
}
