import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { saveValuation, type AffordabilityBody } from '@handover/contract/businesses/valuations.ts';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import styles from './affordability.module.css';

interface SaveDialogProps {
  business: BusinessDetail;
  assumedScore: number | null;
  /** A buyer's case to save with the valuation; null if none is filled in. */
  affordability: AffordabilityBody | null;
  onClose: () => void;
}

/** Saves the current valuation with a note. */
export function SaveDialog({
  business,
  assumedScore,
  affordability,
  onClose,
}: SaveDialogProps): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { keyFor } = useSubmitKey();
  const [note, setNote] = useState('');
  const [isCaseIncluded, setCaseIncluded] = useState(true);
  const body = {
    version: business.version,
    assumedScore,
    note: note.trim() === '' ? null : note,
    affordability: isCaseIncluded ? affordability : null,
  };
  const save = useMutation({
    mutationFn: () =>
      send(saveValuation, { params: { id: business.id }, body }, { idempotencyKey: keyFor(body) }),
    onSuccess: () => {
      toasts.done('Valuation saved');
      onClose();
    },
    onError: (error) => {
      const isStale = error instanceof ApiError && error.code === 'STALE_VERSION';
      toasts.failed(
        isStale
          ? 'Someone else changed the business. Saving again uses its current figures.'
          : getErrorMessage(error),
      );
    },
    onSettled: () => refresh({ noun: 'business', customerId: null }),
  });
  return (
    <ConfirmDialog
      title="Save valuation"
      confirmLabel="Save"
      hasField
      isPending={save.isPending}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      Saves the ranges with today’s figures, multiples, and sources
      {assumedScore !== null && ` and the assumed score of ${String(assumedScore)}`}. Saved valuations cannot
      be changed.
      <LabeledInput
        label="Note"
        value={note}
        multiline
        maxRows={6}
        autoFocus
        inputProps={{ maxLength: 2000 }}
        onChange={(event) => setNote(event.target.value)}
        sx={{ mt: 2 }}
      />
      {affordability !== null && (
        <label className={classNames(styles['check'], styles['keep'])}>
          <input
            type="checkbox"
            checked={isCaseIncluded}
            onChange={(event) => setCaseIncluded(event.target.checked)}
          />
          Include what the buyer can pay
        </label>
      )}
    </ConfirmDialog>
  );
}
