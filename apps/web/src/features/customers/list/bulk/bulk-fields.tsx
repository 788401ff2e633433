import type { BulkInputOf } from '@handover/contract/bulk.ts';
import type { Tag } from '@handover/contract/customers.ts';
import type { ComponentType, ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { MemberOptions } from '#shared/members/member-options.tsx';
import { TagsInput } from '../../fields/tags-input.tsx';

/** The actions that ask something first. */
export type RequestedAction = Exclude<BulkInputOf<'customer'>['action'], 'restore' | 'email'>;

/** What has been filled in; an action takes its part of it. */
export interface BulkValues {
  brokerId: string;
  tags: readonly Tag[];
  reason: string;
}

interface FieldsProps {
  values: BulkValues;
  /** The sentence for a field of the contract that is not right. */
  errors: Readonly<Record<string, string>>;
  onChange: (change: Partial<BulkValues>) => void;
}

/** What an action asks for. */
export const fieldsOf: Readonly<Record<RequestedAction, ComponentType<FieldsProps>>> = {
  assign: BrokerField,
  tag: TagsField,
  untag: TagsField,
  ban: ReasonField,
  delete: TrashText,
};

function BrokerField({ values, onChange }: FieldsProps): ReactElement {
  return (
    <LabelledSelect
      label="Broker"
      autoFocus
      value={values.brokerId}
      onChange={(event) => onChange({ brokerId: event.target.value })}
    >
      <option value="">Nobody</option>
      <MemberOptions />
    </LabelledSelect>
  );
}

function TagsField({ values, errors, onChange }: FieldsProps): ReactElement {
  return (
    <TagsInput
      label="Tags"
      tags={values.tags}
      onChange={(tags) => onChange({ tags })}
      error={errors['tagIds'] === undefined ? undefined : 'Choose a tag'}
    />
  );
}

function ReasonField({ values, errors, onChange }: FieldsProps): ReactElement {
  return (
    <>
      They can no longer sign in, and their sessions end. The records are kept.
      <LabelledInput
        label="Reason"
        value={values.reason}
        error={errors['reason']}
        autoFocus
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </>
  );
}

function TrashText(): string {
  return 'Administrators find them in the bin, and can take them out again.';
}
