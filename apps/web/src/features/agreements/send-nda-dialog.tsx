import {
  deliveries,
  maxNdaBusinesses,
  sendAgreement,
  type SendAgreement,
} from '@handover/contract/agreements/agreements.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { SecretDialog } from '@handover/ui/feedback/secret-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import Stack from '@mui/material/Stack';
import { ndaTemplatesQuery, NdaTemplateSelect } from '#shared/agreements/nda-template-select.tsx';
import { BusinessPicker } from '#shared/businesses/business-picker.tsx';
import { CustomerPicker } from '#shared/customers/customer-picker.tsx';
import type { PickedRecord } from '#shared/lists/record-picker.tsx';
import type { NdaParties } from './nda-panel.tsx';

interface SendNdaDialogProps {
  of: NdaParties;
  onClose: () => void;
}

/** Sends a buyer an NDA for one or several businesses, by email or as a link to pass on. Asks for the missing party. */
export default function SendNdaDialog({ of, onClose }: SendNdaDialogProps): ReactElement {
  const [buyer, setBuyer] = useState(of.buyer ?? null);
  const [businesses, setBusinesses] = useState<readonly PickedRecord[]>(
    of.business === undefined ? [] : [of.business],
  );
  const [isChecked, setChecked] = useState(false);
  const { data: templates = [] } = useQuery(ndaTemplatesQuery);
  const [chosen, setChosen] = useState('');
  const [delivery, setDelivery] = useState<(typeof deliveries)[number]>('email');
  const [link, setLink] = useState<string | null>(null);
  const toasts = useToasts();
  const refresh = useRefresh();
  const { keyFor } = useSubmitKey();
  const templateId = chosen === '' ? templates[0]?.id : chosen;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: SendAgreement) => send(sendAgreement, { body }, { idempotencyKey: keyFor(body) }),
    onSuccess: (sent) => {
      if (sent.link !== null) return setLink(sent.link);
      toasts.done(`NDA sent to ${sent.agreement.customer.name}`);
      onClose();
    },
    onSettled: () => refresh({ noun: 'agreement', customerId: null }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (templateId === undefined || buyer === null || businesses.length === 0) return;
    mutate({
      customerId: buyer.id,
      templateId,
      businessIds: businesses.map(({ id }) => id),
      ...(of.dealId !== undefined && { dealId: of.dealId }),
      delivery,
    });
  };
  const missing = isChecked ? 'Required' : undefined;
  const title = of.buyer === undefined ? 'Send an NDA' : `Send ${of.buyer.name} an NDA`;
  if (link !== null)
    return (
      <SecretDialog
        title={title}
        text="Copy the link now. It is shown only once. The NDA can be signed once, within 14 days."
        label="Signing link"
        secret={link}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      draft={{
        name: `nda:${of.dealId ?? of.buyer?.id ?? of.business?.id ?? 'new'}`,
        values: { buyer, businesses, chosen, delivery },
        restore: (typed) => {
          setBuyer(typed.buyer);
          setBusinesses(typed.businesses);
          setChosen(typed.chosen);
          setDelivery(typed.delivery);
        },
      }}
      title={title}
      submitLabel="Send NDA"
      failure={error === null ? undefined : getErrorMessage(error)}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {of.buyer === undefined && (
        <CustomerPicker
          label="Buyer"
          value={buyer}
          error={buyer === null ? missing : undefined}
          onChange={setBuyer}
        />
      )}
      <NdaBusinesses
        picked={businesses}
        error={businesses.length === 0 ? missing : undefined}
        onChange={setBusinesses}
      />
      <NdaTemplateSelect label="Agreement" value={templateId ?? ''} onChange={setChosen} />
      <LabeledSelect
        label="Send"
        value={delivery}
        onChange={({ target }) => setDelivery(deliveries.find((each) => each === target.value) ?? delivery)}
      >
        <option value="email">By email</option>
        <option value="link">As a link to copy</option>
      </LabeledSelect>
    </FormDialog>
  );
}

interface NdaBusinessesProps {
  picked: readonly PickedRecord[];
  error: string | undefined;
  onChange: (businesses: readonly PickedRecord[]) => void;
}

/** The businesses of an NDA. Each is added with the picker and removed with its chip. */
export function NdaBusinesses({ picked, error, onChange }: NdaBusinessesProps): ReactElement {
  return (
    <div>
      {picked.length < maxNdaBusinesses && (
        <BusinessPicker
          key={picked.length}
          label={picked.length === 0 ? 'Business' : 'Add another business'}
          value={null}
          error={error}
          onChange={(business) => {
            if (business !== null && !picked.some(({ id }) => id === business.id))
              onChange([...picked, business]);
          }}
        />
      )}
      {picked.length > 0 && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
          {picked.map(({ id, name }) => (
            <RemovableChip
              key={id}
              label={name}
              onRemove={() => onChange(picked.filter((each) => each.id !== id))}
            />
          ))}
        </Stack>
      )}
    </div>
  );
}
