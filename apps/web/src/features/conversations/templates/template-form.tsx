import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import {
  mailTemplate,
  mailTemplateBody,
  type MailTemplate,
} from '@handover/contract/conversations/mail-templates.ts';
import { getRoleLevel, roleLevels } from '@handover/contract/auth/roles.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { MailFields, MailPage } from '#shared/mail-templates/mail-page.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './templates.module.css';
import { useTemplateMutations, type TemplateValues } from './use-template-mutations.ts';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { CustomerPicker, type PickedCustomer } from '#shared/customers/customer-picker.tsx';
import { useDebounced } from '#shared/forms/use-debounced.ts';
import { mailPreviewQuery } from '#shared/mail-templates/mail-templates.queries.ts';

interface TemplateFormProps {
  /** Null for a new template. */
  template: MailTemplate | null;
  onDone: () => void;
}

type Errors = Readonly<Record<string, string>>;

/**
 * Edits a template next to a preview. It keeps the version it was opened with; after a conflict, saving
 * again overwrites the other change.
 */
export default function TemplateForm({ template: initial, onDone }: TemplateFormProps): ReactElement {
  const [template, setTemplate] = useState(initial);
  const draft = useDraftValues(`mailTemplate:${initial?.id ?? 'new'}`, toValues(template), {
    version: template?.version ?? null,
  });
  const { values, change, isDirty, status, discard } = draft;
  const [errors, setErrors] = useState<Errors>({});
  const mutations = useTemplateMutations();

  const leave = (): void => {
    discard();
    onDone();
  };
  const save = async (): Promise<void> => {
    const parsed = mailTemplateBody.safeParse(values);
    if (!parsed.success)
      return setErrors(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
    try {
      await mutations.save(
        template && { ...template, version: draft.version ?? template.version },
        parsed.data,
      );
      leave();
    } catch (error) {
      setErrors(toErrors(error));
      draft.onRefused(error);
      setTemplate((last) => findCurrentVersion(error) ?? last);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={styles['form']} aria-label="Template" noValidate onSubmit={submit}>
      <div className={styles['fields']}>
        {status}
        {errors['root'] !== undefined && (
          <Alert severity="error" role="alert">
            {errors['root']} Your text was not lost.
          </Alert>
        )}
        <Fields values={values} errors={errors} isNew={template === null} onChange={change} />
        <div className={styles['actions']}>
          <Button type="submit" loading={mutations.isPending}>
            Save
          </Button>
          <Button variant="outlined" color="inherit" onClick={leave}>
            {isDirty ? 'Discard' : 'Back'}
          </Button>
        </div>
      </div>
      <TemplatePreview mail={{ subject: values.subject, html: values.html }} />
    </form>
  );
}

interface FieldsProps {
  values: TemplateValues;
  errors: Errors;
  isNew: boolean;
  onChange: (part: Partial<TemplateValues>) => void;
}

function Fields({ values, errors, isNew, onChange }: FieldsProps): ReactElement {
  const canShare = getRoleLevel(useUser().role) >= roleLevels.ADMIN;
  return (
    <>
      <LabeledInput
        label="Name"
        autoComplete="off"
        autoFocus={isNew}
        value={values.name}
        error={errors['name']}
        inputProps={{ maxLength: 80 }}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <MailFields
        mail={values}
        errors={errors}
        hint="Text after | is used when the field is empty."
        onChange={onChange}
      />
      {isNew && canShare && (
        <FormControlLabel
          label="Share with everyone in this workspace"
          slotProps={{ typography: { variant: 'body2' } }}
          control={
            <Checkbox
              checked={values.isShared}
              onChange={(event) => onChange({ isShared: event.target.checked })}
            />
          }
        />
      )}
    </>
  );
}

function toValues(template: MailTemplate | null): TemplateValues {
  if (template === null) return { name: '', subject: '', html: '', isShared: false };
  const { name, subject, html, isShared } = template;
  return { name, subject, html, isShared };
}

/** The current version if saving failed because of a conflict, else null. */
function findCurrentVersion(error: unknown): MailTemplate | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return null;
  return mailTemplate.safeParse(error.current).data ?? null;
}

function toErrors(error: unknown): Errors {
  const named = error instanceof ApiError ? (error.errors ?? []) : [];
  const known = named.filter(({ path }) => ['name', 'subject', 'html'].includes(path));
  if (known.length > 0) return Object.fromEntries(known.map(({ path, message }) => [path, message]));
  const isOver = findCurrentVersion(error) !== null;
  return { root: isOver ? `${getErrorMessage(error)} Save again to overwrite it.` : getErrorMessage(error) };
}

interface Mail {
  subject: string;
  html: string;
}

/** The email as one customer would get it, updated while typing. */
export function TemplatePreview({ mail }: { mail: Mail }): ReactElement {
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const rested = useDebounced(mail);
  const isEmpty = rested.subject.trim() === '' || rested.html.trim() === '';
  return (
    <section className={styles['preview']} aria-label="Preview">
      <CustomerPicker label="Preview for" value={customer} onChange={setCustomer} />
      {customer === null || isEmpty ? (
        <EmptyState
          icon="solar:eye-bold-duotone"
          title={customer === null ? 'Choose a customer' : 'Nothing written yet'}
          text={
            customer === null ? 'Fields are filled in for this customer.' : 'Enter a subject and a message.'
          }
        />
      ) : (
        <Preview body={{ ...rested, customerId: customer.id }} />
      )}
    </section>
  );
}

function Preview({ body }: { body: Mail & { customerId: string } }): ReactElement {
  const { data, error, refetch } = useQuery({
    ...mailPreviewQuery(body),
    retry: false,
    placeholderData: (last) => last,
  });
  if (error !== null)
    return <FailedState title="No preview" text={getErrorMessage(error)} onRetry={() => void refetch()} />;
  return data === undefined ? <Spinner /> : <MailPage preview={data} />;
}
