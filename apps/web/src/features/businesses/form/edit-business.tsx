import Alert from '@mui/material/Alert';
import type { BusinessDetail } from '@handover/contract/businesses.ts';
import { useState, type ReactElement } from 'react';
import { businessFieldLabels } from '#shared/labels/businesses.ts';
import { BusinessFields } from './business-fields.tsx';
import { valuesOf } from './business-values.ts';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import { showServerErrors, useBusinessForm } from './use-business-form.ts';
import { useEdit, type Collision } from './use-edit.ts';

interface EditBusinessProps {
  business: BusinessDetail;
  onClose: () => void;
}

/** Edits a business in a dialog. It keeps the record it began with, whatever arrives meanwhile. */
export default function EditBusiness({ business, onClose }: EditBusinessProps): ReactElement {
  const [base] = useState(business);
  const form = useBusinessForm(valuesOf(base));
  const edit = useEdit({ base, form, onSaved: onClose, onRefused: (error) => showServerErrors(form, error) });
  return (
    <GuardedFormDialog
      title={`Edit ${base.name}`}
      submitLabel={edit.collision === null ? 'Save' : 'Save again'}
      isDirty={form.formState.isDirty}
      isPending={edit.isPending}
      failure={edit.failure}
      notice={edit.collision !== null && <CollisionNotice collision={edit.collision} />}
      onClose={onClose}
      onSubmit={(event) => void form.handleSubmit((values) => edit.save(values))(event)}
    >
      <BusinessFields control={form.control} currency={base.currency} broker={base.broker} />
    </GuardedFormDialog>
  );
}

/** Somebody else saved first: what theirs is where both wrote. Everything else of theirs is in the form already. */
function CollisionNotice({ collision }: { collision: Collision }): ReactElement {
  const { contested, taken } = collision;
  return (
    <Alert severity="warning" role="alert" sx={{ mb: 2 }}>
      <strong>Somebody else saved first.</strong> Nothing of yours is lost.{' '}
      {taken.length > 0 && `Taken from them: ${namesOf(taken)}. `}
      {contested.length > 0 &&
        `You both changed ${contested
          .map(
            ({ field, theirs }) =>
              `${businessFieldLabels[field]} (theirs: ${theirs === '' ? 'empty' : theirs})`,
          )
          .join(', ')}; yours stands below. `}
      Check the form and save again.
    </Alert>
  );
}

function namesOf(fields: Collision['taken']): string {
  return new Intl.ListFormat('en').format(fields.map((field) => businessFieldLabels[field]));
}
