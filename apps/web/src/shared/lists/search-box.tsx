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
  const [typed, setTyped] = useState({ text: value, isPending: false });
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useShortcut('/', `Search ${noun}`, () => input.current?.focus());

  useEffect(() => {
    if (!typed.isPending) return undefined;
    const { pathname } = window.location;
    const timer = setTimeout(() => {
      // A click on a link may be on its way already: what was typed before it must not lead back here.
      if (window.location.pathname !== pathname) return;
      setTyped({ text: typed.text, isPending: false });
      latest.current(typed.text.trim());
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  // What is typed stays as it is (a space at its end too) until the address says something else.
  const isOwn = typed.isPending || typed.text.trim() === value;

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
        value={isOwn ? typed.text : value}
        onChange={(event) => setTyped({ text: event.target.value, isPending: true })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !typed.isPending) return;
          setTyped({ text: typed.text, isPending: false });
          onSearch(typed.text.trim());
        }}
      />
    </div>
  );
}
