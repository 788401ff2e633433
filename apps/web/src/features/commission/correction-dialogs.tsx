import {
  finalizeWithoutCommission,
  noCommissionBody,
  reopenCommission,
  reopenCommissionBody,
  type CommissionDetail,
} from '@handover/contract/commissions.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { applyServerErrors, bodyResolver } from '#shared/forms/form-validation.ts';
import { useCommissionChange } from './commissions.queries.ts';
import styles from './commission.module.css';

interface NoCommissionDialogProps {
  commission: CommissionDetail;
  /** `YYYY-MM-DD`, when the deal closed. */
  stageDay: string;
  onClose: () => void;
}

interface NoCommissionValues {
  closedOn: string;
  reason: string;
}

/** Finalizes a closed deal that owes no commission. */
export default function NoCommissionDialog({
  commission: { id, terms },
  stageDay,
  onClose,
}: NoCommissionDialogProps): ReactElement {
  const form = useForm<NoCommissionValues>({
    resolver: bodyResolver<NoCommissionValues>(noCommissionBody, (values) => values),
    defaultValues: { closedOn: stageDay, reason: '' },
  });
  const { run, isPending } = useCommissionChange({
    dealId: id,
    act: (body: NoCommissionValues) => send(finalizeWithoutCommission, { params: { id }, body }),
    done: 'Finalized without commission',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['closedOn', 'reason']),
  });
  return (
    <FormDialog
      title="No commission"
      submitLabel="Finalize"
      failure={form.formState.errors.root?.message}
      notice={
        <p className={styles['remark']}>
          {terms === null
            ? 'The business has no signed engagement letter. Record one to finalize with a commission.'
            : 'The deal closed without a commission, for example because of a carve-out.'}
        </p>
      }
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="closedOn" label="Closed on" type="date" />
      <FormTextField
        control={form.control}
        name="reason"
        label="Reason"
        autoComplete="off"
        inputProps={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

interface ReopenDialogProps {
  commission: CommissionDetail;
  onClose: () => void;
}

/** Returns a final commission to those to finalize, so that it can be corrected. */
export function ReopenDialog({ commission: { id, version }, onClose }: ReopenDialogProps): ReactElement {
  const toBody = ({ reason }: { reason: string }) => ({ version, reason });
  const form = useForm<{ reason: string }>({
    resolver: bodyResolver<{ reason: string }>(reopenCommissionBody, toBody),
    defaultValues: { reason: '' },
  });
  const { run, isPending } = useCommissionChange({
    dealId: id,
    act: (body: ReturnType<typeof toBody>) => send(reopenCommission, { params: { id }, body }),
    done: 'Commission reopened',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['reason']),
  });
  return (
    <FormDialog
      title="Reopen commission"
      submitLabel="Reopen"
      failure={form.formState.errors.root?.message}
      notice={
        <p className={styles['remark']}>
          The commission can then be finalized again. Its shares and earn-outs are removed.
        </p>
      }
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="reason"
        label="Reason"
        autoComplete="off"
        autoFocus
        inputProps={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}
