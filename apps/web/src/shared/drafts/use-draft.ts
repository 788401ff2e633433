import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { newSubmitKey } from '#shared/api/new-submit-key.ts';
import { useUser } from '#shared/session/session-context.tsx';

interface Draft<T> {
  readonly values: T;
  /** The `Idempotency-Key` of these very values, from the first try to send them on. */
  readonly key: string | null;
}

export interface DraftHandle<T> {
  values: T;
  /** What was typed since the last send. */
  isEmpty: boolean;
  change: (change: Partial<T> | ((values: T) => Partial<T>)) => void;
  /** The key to send the values with. It outlives a reload, so that an answer that got lost creates nothing twice. */
  keyForSend: () => string;
  /** Call it once the values arrived. */
  clear: () => void;
}

/**
 * Text that survives a reload, a failed send and a signed-out session: kept in this browser by user,
 * until it is sent. `empty` must keep its identity.
 */
export function useDraft<T extends object>(
  name: string,
  { schema, empty }: { schema: z.ZodMiniType<T>; empty: T },
): DraftHandle<T> {
  const storageKey = `draft:${useUser().id}:${name}`;
  const [held, setHeld] = useState(() => ({ storageKey, draft: load(storageKey, { schema, empty }) }));
  const draft = held.storageKey === storageKey ? held.draft : load(storageKey, { schema, empty });
  // Handlers can run twice before the next render: they read what was put last.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  const put = (next: Draft<T>): void => {
    latest.current = next;
    setHeld({ storageKey, draft: next });
    store(storageKey, next.values === empty ? null : next);
  };

  return {
    values: draft.values,
    isEmpty: draft.values === empty,
    change: (change) => {
      const { values } = latest.current;
      put({ values: { ...values, ...(typeof change === 'function' ? change(values) : change) }, key: null });
    },
    keyForSend: () => {
      const { values, key } = latest.current;
      if (key !== null) return key;
      const made = newSubmitKey();
      put({ values, key: made });
      return made;
    },
    clear: () => put({ values: empty, key: null }),
  };
}

function load<T>(storageKey: string, { schema, empty }: { schema: z.ZodMiniType<T>; empty: T }): Draft<T> {
  const stored = parse(localStorage.getItem(storageKey));
  if (typeof stored !== 'object' || stored === null || !('values' in stored))
    return { values: empty, key: null };
  const values = schema.safeParse(stored.values);
  if (!values.success) return { values: empty, key: null };
  return { values: values.data, key: 'key' in stored && typeof stored.key === 'string' ? stored.key : null };
}

function store(storageKey: string, draft: object | null): void {
  try {
    if (draft === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // The browser's store is full or closed: the text stays on screen, it only would not survive a reload.
    console.warn('The draft could not be kept');
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
