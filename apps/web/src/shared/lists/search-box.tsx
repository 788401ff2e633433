import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import styles from './search-box.module.css';

const pauseMs = 250;

interface SearchBoxProps {
  /** The searched records, such as "customers". */
  noun: string;
  /** The searched fields, such as "name, phone or NPI". */
  fields: string;
  /** The search text in the URL. */
  value: string;
  onSearch: (text: string) => void;
}

/** The search box of a list. It searches after a short pause in typing, and immediately on Enter. */
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
 * The text of the box. The URL is updated some time after a search and may pass through earlier searches, so only a
 * change from elsewhere replaces the typed text.
 */
function useTyped(value: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState({ text: value, isPending: false });
  const [seen, setSeen] = useState(value);
  /** Texts that were searched for, but are not in the URL yet. */
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
      // If the user is leaving by a link, text typed before must not navigate back here.
      if (window.location.pathname === pathname) latest.current();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return { typed, type: (text: string) => setTyped({ text, isPending: true }), search };
}
