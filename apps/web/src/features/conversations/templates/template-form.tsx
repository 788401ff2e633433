import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { mailTemplate, mailTemplateBody, type MailTemplate } from '@handover/contract/mail-templates.ts';
import { levelOf, roleLevels } from '@handover/contract/roles.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { readDraft, removeDraft, useDraftKey, withTyped } from '#shared/forms/form-draft.ts';
import { UnsavedWork } from '#shared/forms/unsaved-work.tsx';
import { MailFields } from '#shared/mail-templates/mail-page.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { TemplatePreview } from './template-preview.tsx';
import styles from './templates.module.css';
import { useTemplateMutations, type TemplateValues } from './use-template-mutations.ts';

interface TemplateFormProps {
  /** Null for a new one. */
  template: MailTemplate | null;
  onDone: () => void;
}

type Errors = Readonly<Record<string, string>>;

/**
 * Writes a template, with a preview beside it. It keeps the template it began with, whatever arrives meanwhile;
 * told that somebody has changed it, one can save over that.
 */
export function TemplateForm({ template: initial, onDone }: TemplateFormProps): ReactElement {
  const [template, setTemplate] = useState(initial);
  const draftKey = useDraftKey(`mailTemplate:${initial?.id ?? 'new'}`);
  const [stored, setStored] = useState(() => readDraft(draftKey));
  const base = valuesOf(template);
  const [values, setValues] = useState(() => (stored === null ? base : withTyped(base, stored)));
  const [errors, setErrors] = useState<Errors>({});
  const acts = useTemplateMutations();
  const isChanged = JSON.stringify(values) !== JSON.stringify(base);
  const change = (part: Partial<TemplateValues>): void => setValues((last) => ({ ...last, ...part }));

  const leave = (): void => {
    removeDraft(draftKey);
    onDone();
  };
  const save = async (): Promise<void> => {
    const parsed = mailTemplateBody.safeParse(values);
    if (!parsed.success)
      return setErrors(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
    try {
      await acts.save(template, parsed.data);
      leave();
    } catch (error) {
      setErrors(errorsOf(error));
      setTemplate((last) => changedElsewhere(error) ?? last);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={styles['form']} aria-label="Template" noValidate onSubmit={submit}>
      <div className={styles['fields']}>
        <UnsavedWork
          draftKey={draftKey}
          typed={values}
          base={base}
          version={null}
          isDirty={isChanged}
          isRestored={stored !== null}
          discard={() => {
            setStored(null);
            setValues(base);
          }}
        />
        {errors['root'] !== undefined && (
          <Alert severity="error" role="alert">
            {errors['root']} Your text is kept.
          </Alert>
        )}
        <Fields values={values} errors={errors} isNew={template === null} onChange={change} />
        <div className={styles['acts']}>
          <Button type="submit" loading={acts.isPending}>
            Save
          </Button>
          <Button variant="outlined" color="inherit" onClick={leave}>
            {isChanged ? 'Discard' : 'Back'}
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
  const canShare = levelOf(useUser().role) >= roleLevels.ADMIN;
  return (
    <>
      <LabelledInput
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
        hint="What stands behind the | goes where a field is empty."
        onChange={onChange}
      />
      {isNew && canShare && (
        <FormControlLabel
          label="For everybody who works here"
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

function valuesOf(template: MailTemplate | null): TemplateValues {
  if (template === null) return { name: '', subject: '', html: '', isShared: false };
  const { name, subject, html, isShared } = template;
  return { name, subject, html, isShared };
}

/** The template as somebody else has saved it, where that is why it was refused. */
function changedElsewhere(error: unknown): MailTemplate | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return null;
  return mailTemplate.safeParse(error.current).data ?? null;
}

/** The server's refusal, each sentence at its field. */
function errorsOf(error: unknown): Errors {
  const named = error instanceof ApiError ? (error.errors ?? []) : [];
  const known = named.filter(({ path }) => ['name', 'subject', 'html'].includes(path));
  if (known.length > 0) return Object.fromEntries(known.map(({ path, message }) => [path, message]));
  const isOver = changedElsewhere(error) !== null;
  return { root: isOver ? `${messageOf(error)} Save again to put yours in its place.` : messageOf(error) };
}
