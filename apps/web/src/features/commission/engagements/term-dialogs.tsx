import {
  endEngagementBody,
  endEngagementLetter,
  signEngagementBody,
  signEngagementLetter,
  type EngagementLetter,
} from '@handover/contract/businesses/engagement-letters.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { useEngagementChange } from './engagements.queries.ts';

interface TermDialogProps {
  letter: EngagementLetter;
  onClose: () => void;
}

/** Records the signature of a draft; its terms are then fixed. */
export default function SignDialog({ letter: { id, version }, onClose }: TermDialogProps): ReactElement {
  const toBody = ({ signedOn }: { signedOn: string }) => ({ version, signedOn });
  const form = useForm({
    resolver: createBodyResolver<{ signedOn: string }>(signEngagementBody, toBody),
    defaultValues: { signedOn: useUser().today },
  });
  const { run, isPending } = useEngagementChange({
    act: (body: ReturnType<typeof toBody>) => send(signEngagementLetter, { params: { id }, body }),
    done: 'Signature recorded',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['signedOn']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`letter-signature:${id}`, form)}
      title="Record signature"
      submitLabel="Record signature"
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="signedOn"
        label="Signed on"
        type="date"
        hint="Rates, term, and tail cannot change after signing."
      />
    </FormDialog>
  );
}

interface EndValues {
  endedOn: string;
  reason: string;
}

/** Ends a signed letter; the tail begins. */
export function EndDialog({ letter: { id, version }, onClose }: TermDialogProps): ReactElement {
  const toBody = (values: EndValues) => ({ version, ...values });
  const form = useForm<EndValues>({
    resolver: createBodyResolver<EndValues>(endEngagementBody, toBody),
    defaultValues: { endedOn: useUser().today, reason: '' },
  });
  const { run, isPending } = useEngagementChange({
    act: (body: ReturnType<typeof toBody>) => send(endEngagementLetter, { params: { id }, body }),
    done: 'Engagement ended',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['endedOn', 'reason']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`letter-end:${id}`, form)}
      title="End engagement"
      submitLabel="End engagement"
      isDangerous
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="endedOn" label="Last day of the term" type="date" />
      <FormTextField control={form.control} name="reason" label="Reason" multiline maxRows={6} />
    </FormDialog>
  );
}
