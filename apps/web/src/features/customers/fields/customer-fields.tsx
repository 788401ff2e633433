import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useId, type ReactElement } from 'react';
import { useController, type Control } from 'react-hook-form';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { PlanOptions, usePlanHint } from '#shared/customers/plan-options.tsx';
import { SourceOptions } from '#shared/customers/source-options.tsx';
import { customerFieldLabels as labels } from '#shared/labels/customer-fields.ts';
import { MemberOptions } from '#shared/members/member-options.tsx';
import { FieldSection } from '#shared/forms/field-section.tsx';
import { CustomInputs } from './custom-inputs.tsx';
import styles from './customer-fields.module.css';
import type { CustomerValues } from './customer-values.ts';
import { TagsInput } from './tags-input.tsx';

interface CustomerFieldsProps {
  control: Control<CustomerValues>;
  /** The broker as the record has them, who may have left the workspace. */
  broker?: { id: string; displayName: string } | null;
}

/** The fields of a customer, for create and edit. */
export function CustomerFields({ control, broker = null }: CustomerFieldsProps): ReactElement {
  const sourcesId = useId();
  return (
    <>
      <FieldSection title="Who">
        <FormTextField
          control={control}
          name="name"
          label={`${labels.name} *`}
          autoComplete="off"
          inputProps={{ 'aria-required': true }}
        />
        <FormSelect control={control} name="accountType" label={labels.accountType}>
          <option value="Individual">Individual</option>
          <option value="Corporate">Corporate</option>
        </FormSelect>
        <FormTextField control={control} name="title" label={labels.title} autoComplete="off" />
        <FormTextField control={control} name="company" label={labels.company} autoComplete="off" />
        <FormTextField
          control={control}
          name="npi"
          label={labels.npi}
          hint="10 digits"
          autoComplete="off"
          inputProps={{ inputMode: 'numeric' }}
        />
        <FormTextField
          control={control}
          name="taxonomyCode"
          label={labels.taxonomyCode}
          hint="Such as 1223G0001X"
          autoComplete="off"
        />
      </FieldSection>
      <FieldSection title="Contact">
        <FormTextField control={control} name="email" type="email" label={labels.email} autoComplete="off" />
        <FormTextField
          control={control}
          name="extraEmails"
          label={labels.extraEmails}
          hint="Separated by commas"
          autoComplete="off"
        />
        <FormTextField control={control} name="phone" type="tel" label={labels.phone} autoComplete="off" />
        <FormTextField
          control={control}
          name="website"
          type="url"
          label={labels.website}
          hint="Starts with https://"
          autoComplete="off"
        />
      </FieldSection>
      <FieldSection title="Relationship">
        <FormSelect control={control} name="brokerId" label={labels.brokerId}>
          <option value="">Nobody yet</option>
          <MemberOptions current={broker} />
        </FormSelect>
        <FormTextField
          control={control}
          name="source"
          label={labels.source}
          hint="How they found you"
          autoComplete="off"
          inputProps={{ list: sourcesId }}
        />
        <SourceOptions id={sourcesId} />
        <PlanField control={control} />
        <FormTextField control={control} name="joiningDate" type="date" label={labels.joiningDate} />
        <TagsField control={control} />
        <VerifiedField control={control} />
      </FieldSection>
      <CustomInputs control={control} />
      <FieldSection title="Address">
        <FormTextField control={control} name="addressLine1" label={labels.addressLine1} autoComplete="off" />
        <FormTextField control={control} name="addressLine2" label={labels.addressLine2} autoComplete="off" />
        <FormTextField control={control} name="city" label={labels.city} autoComplete="off" />
        <FormTextField control={control} name="region" label={labels.region} autoComplete="off" />
        <FormTextField control={control} name="postalCode" label={labels.postalCode} autoComplete="off" />
        <FormTextField control={control} name="country" label={labels.country} autoComplete="off" />
      </FieldSection>
    </>
  );
}

function PlanField({ control }: { control: Control<CustomerValues> }): ReactElement {
  const { field, fieldState } = useController({ control, name: 'planName' });
  const { ref, ...rest } = field;
  const hint = usePlanHint();
  return (
    <LabelledSelect
      {...rest}
      label={labels.planName}
      inputRef={ref}
      hint={hint}
      error={fieldState.error?.message}
    >
      <option value="">No plan</option>
      <PlanOptions current={field.value} />
    </LabelledSelect>
  );
}

function TagsField({ control }: { control: Control<CustomerValues> }): ReactElement {
  const { field, fieldState } = useController({ control, name: 'tagIds' });
  return (
    <TagsInput
      label={labels.tagIds}
      tags={field.value}
      onChange={field.onChange}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}

function VerifiedField({ control }: { control: Control<CustomerValues> }): ReactElement {
  const { field } = useController({ control, name: 'isVerified' });
  return (
    <FormControlLabel
      className={styles['check'] ?? ''}
      control={
        <Checkbox checked={field.value} onChange={field.onChange} slotProps={{ input: { ref: field.ref } }} />
      }
      label="Identity verified"
      slotProps={{ typography: { variant: 'body2' } }}
    />
  );
}
