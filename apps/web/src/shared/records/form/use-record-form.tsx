import { capitalize } from '@handover/domain/text/letter-case.ts';
import { customRecordTypes } from '@handover/contract/records/custom-fields.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { parse } from 'zod/mini';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { readDraft, removeDraft, useDraftKey, type FormDraft } from '#shared/forms/form-draft.ts';
import { UnsavedWork } from '#shared/forms/unsaved-work.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { listConflicts, type Versions } from './conflict.ts';
import { RecordFields } from './record-fields.tsx';
import {
  toBody,
  toRecordField,
  getErrors,
  findField,
  isSameIn,
  readField,
  type FormRecord,
  type FormValues,
  type RecordField,
  type RecordForm,
} from './record-form.ts';

interface RecordFormOptions<R extends FormRecord> {
  form: RecordForm<R>;
  /** The record to edit; null for a new record. */
  record: R | null;
  /** The initial values of a new record, in addition to the form's. */
  start?: FormValues;
  /** Identifies the draft of a new record; otherwise all new records share it. */
  draft?: string;
  onSaved: (record: R) => void;
}

export interface RecordFormState<R extends FormRecord> {
  values: FormValues;
  /** Stores the draft and guards the form. Must be rendered above the fields, where it announces restored values. */
  draft: ReactElement;
  /** Server errors that belong to no field. */
  failure: ReactNode;
  fields: ReactElement;
  isDirty: boolean;
  isPending: boolean;
  submit: (event: FormEvent) => void;
  /** Removes the draft. */
  discard: () => void;
  /** Set if someone else saved first. */
  conflict: Conflict<R> | null;
}

export interface Conflict<R extends FormRecord> {
  readonly fields: readonly RecordField[];
  readonly versions: Versions;
  readonly theirs: R;
  /** Saves the chosen values over theirs. */
  resolve: (values: FormValues) => void;
  /** Returns to the form. */
  close: () => void;
}

const nothing: FormValues = {};

/**
 * A form for creating or editing a record, validated by the contract, with a draft that survives the end of the
 * session.
 */
export function useRecordForm<R extends FormRecord>({
  form,
  record: latest,
  start = nothing,
  draft = 'new',
  onSaved,
}: RecordFormOptions<R>): RecordFormState<R> {
  // Ignores live updates, because the user has not seen their values.
  const [record] = useState(latest);
  const draftKey = useDraftKey(`${form.recordType}:${record?.id ?? draft}`);
  const [stored, setStored] = useState(() => readDraft(draftKey));
  const fields = useFields(form, record !== null);
  const base = useBase({ form, fields, record, start, stored });
  const [typed, setTyped] = useState(stored?.typed ?? nothing);
  const [refusal, setRefusal] = useState<SaveFailure>(accepted);
  const values = { ...base.values, ...typed };
  const [isSaved, setSaved] = useState(false);
  const isDirty = !isSaved && fields.some((field) => !isSameIn(field, values, base.values));
  const schema = form.createSchema;
  const errors = refusal.attempts === 0 ? {} : { ...getErrors(schema, fields, values), ...refusal.errors };
  const box = useFocusOnError(refusal.attempts);

  const change = useCallback((key: string, value: unknown) => {
    setTyped((last) => ({ ...last, [key]: value }));
    setRefusal((last) => ({ ...last, errors: removeError(last.errors, key) }));
  }, []);
  const refuse = (failure: string | null, named: SaveFailure['errors'] = {}): void =>
    setRefusal(({ attempts }) => ({ attempts: attempts + 1, failure, errors: named }));
  const save = useSave({
    form,
    fields,
    record,
    base,
    onRefused: (error) => {
      const named = toNamedErrors(fields, error);
      refuse(Object.keys(named).length > 0 ? null : getErrorMessage(error), named);
    },
    onSaved: (saved) => {
      removeDraft(draftKey);
      setSaved(true);
      onSaved(saved);
    },
  });

  return {
    values,
    isDirty,
    isPending: save.isPending,
    conflict: save.conflict,
    discard: () => removeDraft(draftKey),
    submit: (event) => {
      event.preventDefault();
      if (save.isPending) return;
      refuse(null);
      if (Object.keys(getErrors(schema, fields, values)).length === 0) save.run(values);
    },
    draft: (
      <UnsavedWork
        draftKey={draftKey}
        typed={typed}
        base={base.values}
        version={base.version}
        isDirty={isDirty}
        isRestored={stored !== null}
        discard={() => {
          setStored(null);
          setTyped(nothing);
          setRefusal(accepted);
        }}
      />
    ),
    failure: refusal.failure !== null && (
      <Alert severity="error" role="alert">
        {refusal.failure}
      </Alert>
    ),
    fields: (
      <div ref={box}>
        <RecordFields
          fields={fields}
          values={values}
          errors={errors}
          onChange={change}
          record={record}
          currency={record === null ? undefined : form.currencyOf?.(record)}
          isReadOnly={save.isPending}
        />
      </div>
    ),
  };
}

/** Why the form was not saved. */
interface SaveFailure {
  readonly attempts: number;
  readonly failure: string | null;
  /** Errors from the server by field, until the field is changed. */
  readonly errors: Readonly<Record<string, string>>;
}

const accepted: SaveFailure = { attempts: 0, failure: null, errors: {} };

function removeError(errors: SaveFailure['errors'], key: string): SaveFailure['errors'] {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== key));
}

function toNamedErrors(fields: readonly RecordField[], error: unknown): SaveFailure['errors'] {
  const errors = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(
    errors.flatMap(({ path, message }) => {
      const field = findField(fields, path);
      return field === undefined ? [] : [[field.key, message]];
    }),
  );
}

/** The form's own fields and the workspace's. */
function useFields(form: RecordForm, isEdit: boolean): RecordField[] {
  const type = customRecordTypes.find((each) => each === form.recordType);
  const { active, currency } = useCustomFields(form.customValues === undefined ? null : type);
  return [
    ...form.fields.filter(
      ({ isInlineOnly, isOnCreateOnly }) => isInlineOnly !== true && !(isEdit && isOnCreateOnly === true),
    ),
    ...active.map((field) => toRecordField(form, field, currency)),
  ];
}

/** The form's values before anything is typed, and the version that they come from. */
interface Base {
  readonly version: number | null;
  readonly values: FormValues;
}

interface BaseOptions {
  form: RecordForm;
  fields: readonly RecordField[];
  record: FormRecord | null;
  start: FormValues;
  stored: FormDraft | null;
}

/** The record's values and version from when the draft was typed. */
function useBase({ form, fields, record, start, stored }: BaseOptions): Base {
  const user = useUser();
  const [first] = useState(() => ({ ...form.start(user), ...start }));
  if (record === null) return { version: null, values: first };
  const values = { ...toValues(fields, record), ...stored?.base };
  return { version: stored?.version ?? record.version, values };
}

function toValues(fields: readonly RecordField[], record: FormRecord): FormValues {
  return Object.fromEntries(fields.map((field) => [field.key, readField(field, record)]));
}

interface SaveOptions<R extends FormRecord> {
  form: RecordForm<R>;
  record: R | null;
  fields: readonly RecordField[];
  base: Base;
  onRefused: (error: unknown) => void;
  onSaved: (record: R) => void;
}

interface Save<R extends FormRecord> extends Pick<RecordFormState<R>, 'isPending' | 'conflict'> {
  run: (values: FormValues) => void;
}

/** Saves once even if triggered repeatedly. A stale version results in a choice, never in a silent overwrite. */
function useSave<R extends FormRecord>({
  form,
  record,
  fields,
  base,
  onRefused,
  onSaved,
}: SaveOptions<R>): Save<R> {
  const client = useQueryClient();
  const refresh = useRefresh();
  const toasts = useToasts();
  const submitKey = useSubmitKey();
  const isSaving = useRef(false);
  const [isPending, setPending] = useState(false);
  const [theirs, setTheirs] = useState<{ record: R; mine: FormValues } | null>(null);

  const finish = (saved: R): void => {
    client.setQueryData(form.query(saved.id).queryKey, saved);
    const changes = [saved, ...(record === null ? [] : [record])].flatMap((each) => form.changesOf(each));
    for (const change of changes) refresh(change);
    toasts.done(record === null ? `${capitalize(form.noun)} created` : 'Saved');
    onSaved(saved);
  };

  const create = async (values: FormValues): Promise<void> => {
    const body = parse(form.createSchema, toBody(fields, values));
    const created = await form.create(body, submitKey.keyFor(body));
    submitKey.renew();
    finish(created);
  };

  /** Sends the fields that differ from the record the values are based on. */
  const update = async (
    values: FormValues,
    { from, version }: { from: R; version: number | null },
  ): Promise<void> => {
    const before = from === record ? base.values : toValues(fields, from);
    const changed = fields.filter((field) => !isSameIn(field, values, before));
    if (changed.length === 0) return onSaved(from);
    finish(await form.update(from.id, parse(form.updateSchema, { version, ...toBody(changed, values) })));
  };

  const compare = async (id: string, mine: FormValues): Promise<void> => {
    const current = await client.fetchQuery({ ...form.query(id), staleTime: 0 });
    const versions = { base: base.values, mine, theirs: toValues(fields, current) };
    if (listConflicts(fields, versions).length === 0) onSaved(current);
    else setTheirs({ record: current, mine });
  };

  const run = async (values: FormValues, from: R | null, version: number | null): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    setPending(true);
    try {
      if (from === null) await create(values);
      else
        await update(values, { from, version }).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'STALE_VERSION') return compare(from.id, values);
          throw error;
        });
    } catch (error) {
      setTheirs(null);
      onRefused(error);
    } finally {
      isSaving.current = false;
      setPending(false);
    }
  };

  const conflict =
    theirs === null
      ? null
      : {
          fields,
          versions: { base: base.values, mine: theirs.mine, theirs: toValues(fields, theirs.record) },
          theirs: theirs.record,
          close: () => setTheirs(null),
          resolve: (values: FormValues) => void run(values, theirs.record, theirs.record.version),
        };
  return { isPending, conflict, run: (values) => void run(values, record, base.version) };
}

/** After each failed save, focuses the first invalid field. */
function useFocusOnError(attempts: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return box;
}
