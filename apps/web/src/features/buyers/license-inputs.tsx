import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import {
  eligibilityKindNames,
  maxEligibilities,
  type BuyerEligibility,
} from '@handover/contract/buyers/buyers.ts';
import { eligibilityKinds } from '@handover/domain/matching/match-gates.ts';
import { usStates } from '@handover/domain/us-states.ts';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import type { OwnInputProps } from '#shared/records/form/record-form.ts';
import { parseEligibilities } from './search-values.ts';
import styles from './search-inputs.module.css';

/** Without a state, because a state that was not chosen would count as a license there. */
const newLicense: BuyerEligibility = { type: 'dental', state: '', kind: 'license', licenseNumber: null };

/** A buyer's eligibility to own types of businesses, by state. */
export default function LicenseInputs({ label, value, error, onChange }: OwnInputProps): ReactElement {
  const licenses = parseEligibilities(value);
  const change = (index: number, part: Partial<BuyerEligibility>): void =>
    onChange(licenses.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <fieldset className={styles['searches']}>
      <legend>{label}</legend>
      {licenses.map(({ type, state, kind, licenseNumber }, index) => (
        <div key={index} className={styles['license']}>
          <LabeledSelect
            label="Qualifies by"
            value={kind}
            onChange={({ target }) =>
              change(index, { kind: eligibilityKinds.find((each) => each === target.value) ?? kind })
            }
          >
            {eligibilityKinds.map((each) => (
              <option key={each} value={each}>
                {eligibilityKindNames[each]}
              </option>
            ))}
          </LabeledSelect>
          <LabeledSelect
            label="Business type"
            value={type}
            onChange={({ target }) =>
              change(index, { type: businessTypes.find((each) => each === target.value) ?? type })
            }
          >
            {businessTypes.map((each) => (
              <option key={each} value={each}>
                {businessTypeLabels[each]}
              </option>
            ))}
          </LabeledSelect>
          <LabeledSelect
            label="State"
            value={state}
            onChange={({ target }) => change(index, { state: target.value })}
          >
            {state === '' && <option value="">Choose a state</option>}
            {Object.entries(usStates).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </LabeledSelect>
          <LabeledInput
            label="Number"
            value={licenseNumber ?? ''}
            autoComplete="off"
            onChange={({ target }) => change(index, { licenseNumber: target.value })}
          />
          <IconButton
            aria-label={`Remove ${eligibilityKindNames[kind].toLowerCase()} ${String(index + 1)}`}
            onClick={() => onChange(licenses.filter((_license, at) => at !== index))}
          >
            <Icon name="solar:trash-bin-trash-linear" size={20} />
          </IconButton>
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      {licenses.length < maxEligibilities && (
        <Button
          variant="text"
          color="inherit"
          startIcon={<Icon name="solar:add-circle-linear" size={20} />}
          onClick={() => onChange([...licenses, newLicense])}
        >
          Add license
        </Button>
      )}
    </fieldset>
  );
}
