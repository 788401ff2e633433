import { listAgreementTemplates } from '@handover/contract/agreement-templates.ts';
import { deliveries, sendAgreement } from '@handover/contract/agreements.ts';
import type { DealDetail } from '@handover/contract/deals.ts';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';

const templatesQuery = oneQuery({
  queryKey: ['agreement', 'all', 'templates'],
  queryFn: async ({ signal }) => (await send(listAgreementTemplates, {}, { signal })).templates,
});

interface SendNdaDialogProps {
  deal: DealDetail;
  onClose: () => void;
}

/** Sends the buyer of a deal an NDA, by email or as a link to give them. */
export default function SendNdaDialog({ deal, onClose }: SendNdaDialogProps): ReactElement {
  const { data: templates = [], error: loadError } = useQuery(templatesQuery);
  const [chosen, setChosen] = useState('');
  const [delivery, setDelivery] = useState<(typeof deliveries)[number]>('email');
  const [link, setLink] = useState<string | null>(null);
  const toasts = useToasts();
  const refresh = useRefresh();
  const { keyFor } = useSubmitKey();
  const templateId = chosen === '' ? templates[0]?.id : chosen;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (template: string) => {
      const body = {
        customerId: deal.buyer.id,
        templateId: template,
        businessIds: [deal.business.id],
        dealId: deal.id,
        delivery,
      };
      return send(sendAgreement, { body }, { idempotencyKey: keyFor(body) });
    },
    onSuccess: (sent) => {
      if (sent.link !== null) return setLink(sent.link);
      toasts.done(`NDA sent to ${deal.buyer.name}`);
      onClose();
    },
    onSettled: () => refresh({ noun: 'agreement', customerId: null }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (link !== null) onClose();
    else if (templateId !== undefined) mutate(templateId);
  };
  const failed = error ?? loadError;
  return (
    <FormDialog
      title={`Send ${deal.buyer.name} an NDA`}
      submitLabel={link === null ? 'Send NDA' : 'Done'}
      failure={failed === null ? undefined : messageOf(failed)}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {link === null ? (
        <>
          <LabelledSelect
            label="Agreement"
            value={templateId ?? ''}
            onChange={({ target }) => setChosen(target.value)}
          >
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </LabelledSelect>
          <LabelledSelect
            label="Send"
            value={delivery}
            onChange={({ target }) =>
              setDelivery(deliveries.find((each) => each === target.value) ?? delivery)
            }
          >
            <option value="email">By email</option>
            <option value="link">As a link to copy</option>
          </LabelledSelect>
        </>
      ) : (
        <LabelledInput
          autoFocus
          label="Signing link"
          value={link}
          hint="Shown this once. It can be signed once, within 14 days."
          inputProps={{ readOnly: true }}
          onFocus={({ target }) => target.select()}
        />
      )}
    </FormDialog>
  );
}
