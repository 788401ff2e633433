import { moveBusinessBody, type BusinessDetail } from '@handover/contract/businesses.ts';
import { movesFrom, needsReason, type BusinessStage } from '@handover/contract/business-stages.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { useStageNames } from '#shared/businesses/stage-names.ts';
import type { BusinessMutations } from './use-business-mutations.ts';

interface MoveDialogProps {
  business: BusinessDetail;
  acts: BusinessMutations;
  onClose: () => void;
}

/** Asks where a business goes and, where the table of stages wants it, why. */
export function MoveDialog({ business, acts, onClose }: MoveDialogProps): ReactElement {
  const names = useStageNames();
  const moves = movesFrom(business.stage);
  const [stage, setStage] = useState<BusinessStage>(moves[0] ?? business.stage);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const isReasonNeeded = needsReason(business.stage, stage);

  const confirm = (): void => {
    const text = reason.trim();
    if (text === '' && isReasonNeeded) return setError('Enter a reason');
    const parsed = moveBusinessBody.safeParse({
      version: business.version,
      stage,
      reason: text === '' ? null : text,
    });
    if (parsed.success) return acts.move(stage, { reason: parsed.data.reason ?? null, onDone: onClose });
    setError(parsed.error.issues[0]?.message);
  };

  return (
    <ConfirmDialog
      title={`Move ${business.name}`}
      confirmLabel={`Move to ${names[stage]}`}
      isPending={acts.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Current stage: {names[business.stage]}. The owner sees the new stage, but not the reason.
      <LabelledSelect
        label="To"
        value={stage}
        onChange={(event) => {
          setStage(moves.find((name) => name === event.target.value) ?? stage);
          setError(undefined);
        }}
        sx={{ mt: 2 }}
      >
        {moves.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </LabelledSelect>
      <LabelledInput
        label={isReasonNeeded ? 'Reason *' : 'Note'}
        value={reason}
        error={error}
        multiline
        maxRows={6}
        inputProps={{ maxLength: 300, 'aria-required': isReasonNeeded }}
        onChange={(event) => setReason(event.target.value)}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}
