import { maxCoOwners } from '@handover/contract/businesses/business-owners.ts';
import Button from '@mui/material/Button';
import { memo, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { AddableCustomerPicker } from '#shared/customers/customer-picker.tsx';
import { toNamedItem, type OwnInputProps } from '#shared/records/form/record-form.ts';
import { parseCoOwners, findMainShare, type CoOwnerTexts } from './co-owners.ts';
import styles from './form.module.css';

/** The co-owners with their shares; the main owner has the rest. Typing in other fields does not rerender them. */
export default memo(
  CoOwnerInputs,
  (one, other) =>
    one.value === other.value &&
    one.error === other.error &&
    one.values['ownerId'] === other.values['ownerId'],
);

function CoOwnerInputs({ label, value, values, error, onChange }: OwnInputProps): ReactElement {
  const owners = parseCoOwners(value);
  const main = toNamedItem(values['ownerId']);
  const share = findMainShare(value);
  const change = (index: number, part: Partial<CoOwnerTexts>): void =>
    onChange(owners.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <fieldset className={styles['group']}>
      <legend>{label}</legend>
      {owners.map(({ customer, share: text }, index) => (
        <div key={index} className={styles['owner']}>
          <AddableCustomerPicker
            label={`Other owner ${String(index + 1)}`}
            value={customer}
            onChange={(picked) => change(index, { customer: picked })}
          />
          <LabeledInput
            label="Share (%)"
            value={text}
            autoComplete="off"
            inputProps={{ inputMode: 'decimal', ...(error !== undefined && { 'aria-invalid': true }) }}
            onChange={({ target }) => change(index, { share: target.value })}
          />
          <Button
            size="small"
            color="inherit"
            variant="text"
            aria-label={`Remove other owner ${String(index + 1)}`}
            onClick={() => onChange(owners.filter((_owner, at) => at !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      {owners.length > 0 && (
        <p role="status" className={styles['total']}>
          {share === null
            ? 'Other owners’ shares must add up to less than 100%'
            : `${main?.name ?? 'The main owner'}: ${String(share)}%`}
        </p>
      )}
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      {owners.length < maxCoOwners && (
        <Button
          variant="text"
          color="inherit"
          startIcon={<Icon name="solar:add-circle-linear" size={20} />}
          onClick={() => onChange([...owners, { customer: null, share: '' }])}
        >
          Add owner
        </Button>
      )}
    </fieldset>
  );
}
