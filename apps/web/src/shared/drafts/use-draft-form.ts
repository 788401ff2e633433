import { useEffect, useRef, useState, type FormHTMLAttributes, type KeyboardEvent, type Ref } from 'react';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import type { DraftHandle } from './use-draft.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
type Parsed<B> =
  | { readonly success: true; readonly data: B }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

interface DraftFormOptions<T, B> {
  /** Judges the draft by the contract. */
  parse: (values: T) => Parsed<B>;
  /** Sends it. The key is the same for every try with the same values. */
  send: (body: B, idempotencyKey: string) => Promise<unknown>;
  onSent: () => void;
  /** Asked when the form is sent; false holds it back until `submit` is called. */
  isSure?: () => boolean;
}

export interface DraftForm {
  /** Messages by field of the body. */
  errors: Readonly<Record<string, string>>;
  /** Why sending failed; the text is kept. */
  failure: string | null;
  isPending: boolean;
  /** Sends it without asking `isSure`. */
  submit: () => void;
  formProps: FormHTMLAttributes<HTMLFormElement> & { ref: Ref<HTMLFormElement> };
}

interface State {
  errors: Readonly<Record<string, string>>;
  failure: string | null;
  isPending: boolean;
  attempts: number;
}

/** Sends a draft by its button or Ctrl/⌘ + Enter, once however often it is pressed. What fails keeps the draft. */
export function useDraftForm<T extends object, B>(
  draft: DraftHandle<T>,
  { parse, send, onSent, isSure = () => true }: DraftFormOptions<T, B>,
): DraftForm {
  const form = useRef<HTMLFormElement>(null);
  // A second click can come before the next render.
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
    if (!parsed.success) return refuse(byField(parsed.error.issues), null);
    isSending.current = true;
    setState((last) => ({ ...last, errors: {}, failure: null, isPending: true }));
    try {
      await send(parsed.data, draft.keyForSend());
      draft.clear();
      setState((last) => ({ ...last, isPending: false }));
      onSent();
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : [];
      refuse(
        byField(named.map(({ path, message }) => ({ path: path.split('.'), message }))),
        messageOf(error),
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

function byField(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}
