import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { BusinessPicker } from '#shared/businesses/business-picker.tsx';
import { CustomerPicker } from '#shared/customers/customer-picker.tsx';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import type { PickedRecord } from '#shared/lists/record-picker.tsx';
import type { LinkChange } from './linked-records.tsx';

type Kind = 'customer' | 'business';

interface AddRecordDialogProps {
  change: UseMutationResult<unknown, Error, LinkChange>;
  onClose: () => void;
}

/** Chooses the record that a file is added to. */
export default function AddRecordDialog({ change, onClose }: AddRecordDialogProps): ReactElement {
  const [type, setType] = useState<Kind>('business');
  const [record, setRecord] = useState<PickedRecord | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const picker = {
    value: record,
    error: hasFailed && record === null ? 'Choose a record' : undefined,
    onChange: setRecord,
  };
  return (
    <FormDialog
      draft={null}
      title="Add to a record"
      submitLabel="Add"
      failure={undefined}
      isPending={change.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (record === null) setFailed(true);
        else change.mutate({ kind: 'add', record: { type, id: record.id } }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <LabeledSelect
        label="Type"
        value={type}
        onChange={(event) => {
          setType(event.target.value === 'customer' ? 'customer' : 'business');
          setRecord(null);
        }}
      >
        <option value="business">Business</option>
        <option value="customer">Customer</option>
      </LabeledSelect>
      {type === 'business' ? (
        <BusinessPicker label="Business" {...picker} />
      ) : (
        <CustomerPicker label="Customer" {...picker} />
      )}
    </FormDialog>
  );
}
