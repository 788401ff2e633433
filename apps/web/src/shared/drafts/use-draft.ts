import { type FormHTMLAttributes, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useUser } from '#shared/session/session-context.tsx';
import { readStored, storeOnDevice } from '#shared/session/device-storage.ts';
import { getOldDraftPrefix } from '#shared/session/session-store.ts';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { createSubmitKey } from '#shared/api/submit-key.ts';
import { useDraftKey } from '#shared/forms/form-draft.ts';

interface Draft<T> {
  /** Null if nothing was typed. */
  readonly values: T | null;
  /** The `Idempotency-Key` of exactly these values, set by the first attempt to send them. */
  readonly key: string | null;
}

export interface DraftHandle<T> {
  values: T;
  /** Whether nothing was typed since the last send. */
  isEmpty: boolean;
  change: (change: Partial<T> | ((values: T) => Partial<T>)) => void;
  /**
   * The key to send the values with. It survives a reload, so that a retry after a lost response creates no duplicate.
   */
  keyForSend: () => string;
  /** To be called after the values were saved. */
  clear: () => void;
}

/**
 * Text that survives a reload, a failed send, and the end of the session: it is stored in this browser per user and
 * workspace until it is sent or the user signs out. `empty` are the values before anything is typed.
 */
export function useDraft<T extends object>(
  name: string,
  { schema, empty }: { schema: z.ZodMiniType<T>; empty: T },
): DraftHandle<T> {
  const storageKey = useDraftKey(name);
  // Earlier releases stored the draft under a key without the workspace.
  const oldKey = `${getOldDraftPrefix(useUser().id)}${name}`;
  const read = (): Draft<T> => load(readStored(storageKey) ?? readStored(oldKey), schema);
  const [stored, setStored] = useState(() => ({ storageKey, draft: read() }));
  const draft = stored.storageKey === storageKey ? stored.draft : read();
  // Handlers can run twice before the next render, so they must see the last change.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  const put = (next: Draft<T>): void => {
    latest.current = next;
    setStored({ storageKey, draft: next });
    if (storeOnDevice(storageKey, next.values === null ? null : next)) localStorage.removeItem(oldKey);
  };

  return {
    values: draft.values ?? empty,
    isEmpty: draft.values === null,
    change: (change) => {
      const values = latest.current.values ?? empty;
      put({ values: { ...values, ...(typeof change === 'function' ? change(values) : change) }, key: null });
    },
    keyForSend: () => {
      const { values, key } = latest.current;
      if (key !== null) return key;
      const made = createSubmitKey();
      put({ values, key: made });
      return made;
    },
    clear: () => put({ values: null, key: null }),
  };
}

function load<T>(stored: unknown, schema: z.ZodMiniType<T>): Draft<T> {
  if (typeof stored !== 'object' || stored === null || !('values' in stored))
    return { values: null, key: null };
  const values = schema.safeParse(stored.values);
  if (!values.success) return { values: null, key: null };
  return { values: values.data, key: 'key' in stored && typeof stored.key === 'string' ? stored.key : null };
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
type ParseResult<B> =
  | { readonly success: true; readonly data: B }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

interface DraftFormOptions<T, B, A> {
  /** Validates the draft with the contract. */
  parse: (values: T) => ParseResult<B>;
  /** Sends the draft. The key is the same for every attempt with the same values. */
  send: (body: B, idempotencyKey: string) => Promise<A>;
  onSent: (answer: A) => void;
  /** Called before sending; if it returns false, the draft is sent only by `submit`. */
  isSure?: () => boolean;
}

export interface DraftForm {
  /** Messages by field of the body. */
  errors: Readonly<Record<string, string>>;
  /** Why sending failed. The text is kept. */
  failure: string | null;
  isPending: boolean;
  /** Sends the draft without calling `isSure`. */
  submit: () => void;
  formProps: FormHTMLAttributes<HTMLFormElement> & { ref: Ref<HTMLFormElement> };
}

interface State {
  errors: Readonly<Record<string, string>>;
  failure: string | null;
  isPending: boolean;
  attempts: number;
}

/**
 * Sends a draft with its button or Ctrl/⌘ + Enter, only once even if triggered repeatedly. If it fails, the draft is
 * kept.
 */
export function useDraftForm<T extends object, B, A>(
  draft: DraftHandle<T>,
  { parse, send, onSent, isSure = () => true }: DraftFormOptions<T, B, A>,
): DraftForm {
  const form = useRef<HTMLFormElement>(null);
  // A second click can happen before the next render.
  const isSending = useRef(false);
  const [state, setState] = useState<State>({ errors: {}, failure: null, isPending: false, attempts: 0 });

  useEffect(() => {
    if (state.attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state.attempts]);

  const refuse = (errors: State['errors'], failure: string | null): void =>
    setState(({ attempts }) => ({ errors, failure, isPending: false, attempts: attempts + 1 }));

  const submit = async (): Promise<void> => {
    if (isSending.current) return;
    const parsed = parse(draft.values);
    if (!parsed.success) return refuse(groupByField(parsed.error.issues), null);
    isSending.current = true;
    setState((last) => ({ ...last, errors: {}, failure: null, isPending: true }));
    try {
      const answer = await send(parsed.data, draft.keyForSend());
      draft.clear();
      setState((last) => ({ ...last, isPending: false }));
      onSent(answer);
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : [];
      refuse(
        groupByField(named.map(({ path, message }) => ({ path: path.split('.'), message }))),
        getErrorMessage(error),
      );
    } finally {
      isSending.current = false;
    }
  };

  return {
    errors: state.errors,
    failure: state.failure,
    isPending: state.isPending,
    submit: () => void submit(),
    formProps: {
      ref: form,
      noValidate: true,
      onKeyDown: submitOnModifiedEnter,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isSending.current && isSure()) void submit();
      },
    },
  };
}

function submitOnModifiedEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

function groupByField(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}
