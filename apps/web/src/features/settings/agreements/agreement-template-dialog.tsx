import {
  agreementTemplate,
  createAgreementTemplate,
  createAgreementTemplateBody,
  starterTemplate,
  updateAgreementTemplate,
  type AgreementTemplate,
} from '@handover/contract/agreements/agreement-templates.ts';
import { agreementFields } from '@handover/domain/agreement-text.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useState, type ReactElement } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AgreementText } from '#shared/agreements/agreement-text.tsx';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import { removeDraft, useDraftKey } from '#shared/forms/form-draft.ts';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';

interface TemplateValues {
  name: string;
  title: string;
  text: string;
  /** As typed; empty for a term without an end. */
  validMonths: string;
}

interface TemplateDialogProps {
  /** Null for a new template, which begins with the standard text. */
  template: AgreementTemplate | null;
  onClose: () => void;
}

const fields = ['name', 'title', 'text', 'validMonths'] as const;

/** Adds an NDA template or changes one. A changed title or text is a new version. */
export default function AgreementTemplateDialog({ template, onClose }: TemplateDialogProps): ReactElement {
  const [isPreview, setPreview] = useState(false);
  const refresh = useRefresh();
  const { keyFor } = useSubmitKey();
  const [opened] = useState(toValues(template ?? { ...starterTemplate, name: '' }));
  const form = useForm<TemplateValues>({ resolver, defaultValues: opened });
  const draft = `agreementTemplate:${template?.id ?? 'new'}`;
  const draftKey = useDraftKey(draft);
  const basis = useFormBasis({
    latest: { version: template?.version ?? null, values: opened },
    draft,
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useVersionedSave<AgreementTemplate, TemplateValues>({
    version: basis.version ?? 0,
    record: agreementTemplate,
    done: template === null ? 'Template added' : 'Template saved',
    write: async (values, version) => {
      const body = createAgreementTemplateBody.parse(toBody(values));
      const { template: saved } =
        template === null
          ? await send(createAgreementTemplate, { body }, { idempotencyKey: keyFor(body) })
          : await send(updateAgreementTemplate, {
              params: { id: template.id },
              body: { ...body, version },
            });
      return saved;
    },
    onRecord: () => {
      removeDraft(draftKey);
      refresh({ noun: 'agreement', customerId: null });
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  const [title, text] = useWatch({ control: form.control, name: ['title', 'text'] });
  return (
    <GuardedFormDialog
      title={template === null ? 'Add NDA template' : `Edit ${template.name}`}
      submitLabel={template === null ? 'Add' : 'Save'}
      maxWidth="sm"
      isDirty={form.formState.isDirty}
      isPending={isPending}
      status={<FormStatus form={form} draft={draft} basis={basis} />}
      onDiscard={() => removeDraft(draftKey)}
      onClose={onClose}
      onSubmit={form.handleSubmit(
        (values) => save(values),
        () => setPreview(false),
      )}
    >
      <ConflictNotice
        conflict={conflict}
        theirs={(one) => `${one.name}, version ${String(one.textNumber)}.`}
      />
      <div>
        <Button size="small" variant="outlined" color="inherit" onClick={() => setPreview(!isPreview)}>
          {isPreview ? 'Back to the text' : 'Preview'}
        </Button>
      </div>
      {isPreview ? (
        <AgreementText title={title} text={text} />
      ) : (
        <>
          <FormTextField control={form.control} name="name" label="Name" autoComplete="off" />
          <FormTextField control={form.control} name="title" label="Title" autoComplete="off" />
          <FormTextField
            control={form.control}
            name="validMonths"
            label="In effect for"
            hint="Leave empty for no end date"
            inputMode="numeric"
            autoComplete="off"
            endAdornment={<InputAdornment position="end">months</InputAdornment>}
          />
          <FormTextField
            control={form.control}
            name="text"
            label="Text"
            hint={`A line that begins with ## is a heading. Fields: ${Object.keys(agreementFields)
              .map((field) => `{{${field}}}`)
              .join(', ')}`}
            multiline
            minRows={12}
            maxRows={24}
          />
        </>
      )}
    </GuardedFormDialog>
  );
}

function toValues({
  name,
  title,
  text,
  validMonths,
}: Pick<AgreementTemplate, 'name' | 'title' | 'text' | 'validMonths'>): TemplateValues {
  return { name, title, text, validMonths: validMonths === null ? '' : String(validMonths) };
}

function toBody({ validMonths, ...values }: TemplateValues) {
  return { ...values, validMonths: validMonths.trim() === '' ? null : Number(validMonths) };
}

const resolver = createBodyResolver<TemplateValues>(createAgreementTemplateBody, toBody);
