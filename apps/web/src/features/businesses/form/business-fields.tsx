import { businessTypes } from '@handover/contract/business-list.ts';
import { coverColors, type CoverColor } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { useController, type Control } from 'react-hook-form';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { CustomerPicker } from '#shared/customers/customer-picker.tsx';
import { businessFieldLabels as labels, businessTypeLabels } from '#shared/labels/businesses.ts';
import { MemberOptions } from '#shared/members/member-options.tsx';
import { FieldSection } from '#shared/forms/field-section.tsx';
import type { BusinessValues } from './business-values.ts';
import { MoneyField } from './money-field.tsx';

interface BusinessFieldsProps {
  control: Control<BusinessValues>;
  /** Null while the workspace's own is meant. */
  currency: string | null;
  /** The broker as the record has them, who may have left the workspace. */
  broker?: { id: string; displayName: string } | null;
}

/** The fields of a business, for create and edit. */
export function BusinessFields({ control, currency, broker = null }: BusinessFieldsProps): ReactElement {
  const text = (name: Exclude<keyof BusinessValues, 'ownerId'>, hint?: string): ReactElement => (
    <FormTextField control={control} name={name} label={labels[name]} hint={hint} autoComplete="off" />
  );
  return (
    <>
      <FieldSection title="Business">
        <FormTextField
          control={control}
          name="name"
          label={`${labels.name} *`}
          hint="Confidential: never shown to buyers"
          autoComplete="off"
          inputProps={{ 'aria-required': true }}
        />
        {text('publicTitle', 'What buyers see instead of the name')}
        <FormSelect control={control} name="type" label={labels.type}>
          {businessTypes.map((name) => (
            <option key={name} value={name}>
              {businessTypeLabels[name]}
            </option>
          ))}
        </FormSelect>
        <OwnerField control={control} />
        <FormSelect control={control} name="brokerId" label={labels.brokerId}>
          <option value="">Nobody yet</option>
          <MemberOptions current={broker} />
        </FormSelect>
        {text('city')}
        {text('region')}
        <FormTextField control={control} name="leaseEnd" type="date" label={labels.leaseEnd} />
      </FieldSection>
      <FieldSection title="Listing">
        {text('listingNumber')}
        <MoneyField control={control} name="askingPriceCents" currency={currency} hint="Such as 1.25M" />
        <MoneyField control={control} name="reducedPriceCents" currency={currency} />
        <FormSelect control={control} name="marketLabel" label={labels.marketLabel}>
          <option value="">None</option>
          <option value="new">New</option>
          <option value="sale">Sale</option>
        </FormSelect>
        <ColorField control={control} />
      </FieldSection>
      <FieldSection title="Yearly figures">
        <MoneyField control={control} name="revenueCents" currency={currency} />
        <MoneyField
          control={control}
          name="sdeCents"
          currency={currency}
          hint="Seller’s discretionary earnings"
        />
        <MoneyField control={control} name="ebitdaCents" currency={currency} />
      </FieldSection>
      <FieldSection title="Identifiers">
        {text('npi', '10 digits')}
        {text('ein', 'Such as 12-3456789')}
        {text('ccn', 'CMS certification number')}
        {text('clia', 'Such as 05D1234567')}
        {text('dea', '2 letters, 7 digits')}
      </FieldSection>
      <FormTextField
        control={control}
        name="description"
        label={labels.description}
        multiline
        minRows={4}
        maxRows={12}
      />
    </>
  );
}

function OwnerField({ control }: { control: Control<BusinessValues> }): ReactElement {
  const { field, fieldState } = useController({ control, name: 'ownerId' });
  return (
    <CustomerPicker
      label={labels.ownerId}
      hint="The customer who sells it"
      value={field.value}
      onChange={field.onChange}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}

const colorNames: Readonly<Record<CoverColor, string>> = {
  teal: 'Teal',
  slate: 'Slate',
  forest: 'Forest',
  navy: 'Navy',
  bronze: 'Bronze',
  burgundy: 'Burgundy',
  graphite: 'Graphite',
};

function ColorField({ control }: { control: Control<BusinessValues> }): ReactElement {
  return (
    <FormSelect control={control} name="coverColor" label={labels.coverColor}>
      {coverColors.map((name) => (
        <option key={name} value={name}>
          {colorNames[name]}
        </option>
      ))}
    </FormSelect>
  );
}
