import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import {
  contactPoint,
  contactPointKinds,
  maxContactPoints,
  type ContactPoint,
  type ContactPointKind,
} from '@handover/contract/customers/contact-points.ts';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import type { OwnInputProps } from '#shared/records/form/record-form.ts';
import { parseContactPoints } from './contact-points.ts';
import styles from './contact-points-input.module.css';

const kindNames = { email: 'Email', phone: 'Phone', address: 'Address' } as const satisfies Record<
  ContactPointKind,
  string
>;

/** Further emails, phones, and addresses of a customer, each with a label. */
export default function ContactPointsInput({ label, value, error, onChange }: OwnInputProps): ReactElement {
  const points = parseContactPoints(value);
  const change = (index: number, part: Partial<ContactPoint>): void =>
    onChange(points.map((point, at) => (at === index ? { ...point, ...part } : point)));
  return (
    <fieldset className={styles['points']}>
      <legend>{label}</legend>
      {points.map((point, index) => (
        <div key={index} className={styles['point']}>
          <LabeledSelect
            label="Type"
            value={point.kind}
            onChange={(event) => {
              const kind = contactPointKinds.find((each) => each === event.target.value);
              if (kind !== undefined) change(index, { kind });
            }}
          >
            {contactPointKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindNames[kind]}
              </option>
            ))}
          </LabeledSelect>
          <LabeledInput
            label={kindNames[point.kind]}
            value={point.value}
            error={error === undefined ? undefined : findProblem(point)}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <LabeledInput
            label="Label"
            placeholder="Office"
            value={point.label}
            onChange={(event) => change(index, { label: event.target.value })}
          />
          <IconButton
            aria-label={`Remove ${point.value === '' ? kindNames[point.kind].toLowerCase() : point.value}`}
            onClick={() => onChange(points.filter((_point, at) => at !== index))}
          >
            <Icon name="solar:trash-bin-trash-linear" size={20} />
          </IconButton>
        </div>
      ))}
      {points.length < maxContactPoints && (
        <Button
          variant="text"
          color="inherit"
          startIcon={<Icon name="solar:add-circle-linear" size={20} />}
          onClick={() => onChange([...points, { kind: 'phone', label: '', value: '' }])}
        >
          Add phone, email, or address
        </Button>
      )}
    </fieldset>
  );
}

function findProblem(point: ContactPoint): string | undefined {
  return contactPoint.safeParse(point).error?.issues[0]?.message;
}
