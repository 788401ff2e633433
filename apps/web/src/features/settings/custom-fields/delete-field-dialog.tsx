import { deleteCustomField, type CustomField } from '@handover/contract/custom-fields.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { usedBy } from '../catalogues/catalogue-dialogs.tsx';
import { useCatalogMutation } from '../catalogues/catalogue.ts';

interface DeleteFieldDialogProps {
  field: CustomField;
  /** The number of customers with a value. */
  customers: number;
  onClose: () => void;
}

/** Deletes a field. Its name must be typed if it has values, since they are lost for good. */
export function DeleteFieldDialog({ field, customers, onClose }: DeleteFieldDialogProps): ReactElement {
  const remove = useCatalogMutation({
    act: (id: string) => send(deleteCustomField, { params: { id } }),
    done: `${field.name} deleted`,
    onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${field.name}?`}
      confirmLabel="Delete"
      isDangerous
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(field.id)}
      onClose={onClose}
      {...(customers > 0 && { typedText: field.name })}
    >
      {customers === 0
        ? 'No customer has a value in this field.'
        : `The values of ${usedBy(customers)} will be lost. This cannot be undone. Archive the field to keep them.`}
    </ConfirmDialog>
  );
}
