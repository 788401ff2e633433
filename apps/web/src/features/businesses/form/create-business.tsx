import { createBusiness } from '@handover/contract/businesses.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import type { PickedCustomer } from '#shared/customers/customer-picker.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { customerNameQuery } from '#shared/customers/customer-filter.tsx';
import { BusinessFields } from './business-fields.tsx';
import { emptyValues, type BusinessValues } from './business-values.ts';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import { showServerErrors, useBusinessForm, validBody } from './use-business-form.ts';

interface CreateBusinessProps {
  /** The customer who owns it, where that is known. */
  ownerId: string | null;
  onClose: () => void;
}

/** The form for a new business in a dialog; it leads to the new record. */
export default function CreateBusiness({ ownerId, onClose }: CreateBusinessProps): ReactElement | null {
  const owner = useQuery({ ...customerNameQuery(ownerId ?? ''), enabled: ownerId !== null });
  if (ownerId !== null && owner.isPending) return null;
  return (
    <CreateForm
      owner={owner.data === undefined ? null : { id: owner.data.id, name: owner.data.name }}
      onClose={onClose}
    />
  );
}

function CreateForm({ owner, onClose }: { owner: PickedCustomer | null; onClose: () => void }): ReactElement {
  const user = useUser();
  const form = useBusinessForm(emptyValues({ brokerId: user.isMember ? user.id : '', owner }));
  const create = useCreate((error) => showServerErrors(form, error));
  return (
    <GuardedFormDialog
      title="New business"
      submitLabel="Create business"
      isDirty={form.formState.isDirty && !create.isSuccess}
      isPending={create.isPending}
      failure={create.failure}
      onClose={onClose}
      onSubmit={(event) => void form.handleSubmit((values) => create.run(values))(event)}
    >
      <BusinessFields control={form.control} currency={null} />
    </GuardedFormDialog>
  );
}

/** Creates once however often it is pressed. `onRefused` shows what belongs to fields and says whether anything did. */
function useCreate(onRefused: (error: unknown) => boolean): {
  run: (values: BusinessValues) => void;
  isPending: boolean;
  isSuccess: boolean;
  failure: string | null;
} {
  const navigate = useNavigate();
  const toasts = useToasts();
  const refresh = useRefresh();
  const submitKey = useSubmitKey();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (values: BusinessValues) => {
      const body = validBody(values);
      try {
        return await send(createBusiness, { body }, { idempotencyKey: submitKey.keyFor(body) });
      } catch (refusal) {
        if (onRefused(refusal)) return null;
        throw refusal;
      }
    },
    onSuccess: (answer) => {
      if (answer === null) return;
      const { business } = answer;
      submitKey.renew();
      refresh({ noun: 'business', customerId: null });
      toasts.done(`${business.name} was added`);
      // In place of the entry that guarded the form against Back.
      void navigate(`/admin/business-center/businesses/${business.id}`, { replace: true });
    },
  });
  return {
    run: (values) => !isPending && mutate(values),
    isPending,
    isSuccess: data != null,
    failure: error === null ? null : messageOf(error),
  };
}
