import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type FormHTMLAttributes,
  type Ref,
  type RefObject,
} from 'react';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
type ParseResult<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

/** The part of a contract schema that a form needs. */
export interface FormSchema<T> {
  safeParse: (values: unknown) => ParseResult<T>;
}

interface SchemaFormOptions<T> {
  /** Loaded at the first submit or when the user starts typing, to keep the page small. */
  loadSchema: () => Promise<FormSchema<T>>;
  /** Values that are not typed by the user, such as the token of a link. */
  extra?: Readonly<Record<string, unknown>>;
  /** An error thrown here is shown at its fields, or as `formError`. */
  onSubmit: (values: T, idempotencyKey: string) => Promise<void>;
}

export interface SchemaForm {
  /** Messages by field name. */
  errors: Readonly<Record<string, string>>;
  /** Errors that belong to no field. */
  formError: string | null;
  /** The code of that error. */
  errorCode: string | null;
  isPending: boolean;
  formProps: FormHTMLAttributes<HTMLFormElement> & { ref: Ref<HTMLFormElement> };
}

interface Failure {
  errors: Record<string, string>;
  formError: string | null;
  errorCode: string | null;
}

const noFailure: Failure = { errors: {}, formError: null, errorCode: null };

/**
 * A native form validated with its contract schema, on submit and then on every change. The first invalid field gets
 * the focus.
 */
export function useSchemaForm<T>({ loadSchema, extra, onSubmit }: SchemaFormOptions<T>): SchemaForm {
  const form = useRef<HTMLFormElement>(null);
  const schema = useRef<FormSchema<T> | null>(null);
  const [failure, setFailure] = useState(noFailure);
  const [isPending, setPending] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const submitKey = useSubmitKey();
  useFocusOnError(form, attempts);

  const parse = async (): Promise<ParseResult<T>> => {
    schema.current ??= await loadSchema();
    return schema.current.safeParse({ ...readValues(form.current), ...extra });
  };

  const submit = async (): Promise<void> => {
    setPending(true);
    try {
      const parsed = await parse();
      if (!parsed.success) return fail({ ...noFailure, ...sortIssues(parsed.error.issues, form.current) });
      setFailure(noFailure);
      await onSubmit(parsed.data, submitKey.keyFor(parsed.data));
      submitKey.renew();
    } catch (error) {
      fail(toFailure(error, form.current));
    } finally {
      setPending(false);
    }
  };

  const fail = (next: Failure): void => {
    setFailure(next);
    setAttempts((count) => count + 1);
  };

  const recheck = async (): Promise<void> => {
    if (attempts === 0) return void loadSchema();
    const parsed = await parse();
    const { errors } = sortIssues(parsed.success ? [] : parsed.error.issues, form.current);
    setFailure((last) => ({ ...last, errors }));
  };

  return {
    ...failure,
    isPending,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!isPending) void submit();
      },
      onChange: () => void recheck(),
    },
  };
}

function useFocusOnError(form: RefObject<HTMLFormElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempts]);
}

function readValues(form: HTMLFormElement | null): Record<string, unknown> {
  return form === null ? {} : Object.fromEntries(new FormData(form));
}

/** Issues by path; the first issue without a field is shown above the form. */
function sortIssues(
  issues: readonly Issue[],
  form: HTMLFormElement | null,
): Pick<Failure, 'errors' | 'formError'> {
  const errors: Record<string, string> = {};
  let formError: string | null = null;
  for (const { path, message } of issues) {
    const name = String(path[0] ?? '');
    errors[name] ??= message;
    if (!hasField(form, name)) formError ??= message;
  }
  return { errors, formError };
}

function hasField(form: HTMLFormElement | null, name: string): boolean {
  return form?.elements.namedItem(name) != null;
}

/** Server errors are shown on their fields; all others above the form. */
function toFailure(error: unknown, form: HTMLFormElement | null): Failure {
  const errorCode = error instanceof ApiError ? error.code : null;
  const named = error instanceof ApiError ? error.errors : [];
  const shown = named.filter(({ path }) => hasField(form, path));
  const errors = Object.fromEntries(shown.map(({ path, message }) => [path, message]));
  return { errors, formError: shown.length > 0 ? null : getErrorMessage(error), errorCode };
}
