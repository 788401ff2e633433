import {
  endReasonNames,
  closedReasons,
  isClosed,
  isUnsold,
  listNextStages,
  needsReason,
  type BusinessStage,
} from '@handover/contract/businesses/business-stages.ts';
import { moveBusinessBody, type BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useStageNames } from '#shared/labels/businesses.ts';
import { GateList } from '#shared/records/gates/gate-list.tsx';
import { businessGateQuery } from '../businesses.queries.ts';
import { useBusinessMoves } from './use-business-moves.ts';

interface MoveDialogProps {
  business: BusinessDetail;
  /** The preselected stage; by default the next step. */
  to?: BusinessStage;
  onClose: () => void;
}

/** Asks for the target stage of a business, and for the override or reason that its gate or the move requires. */
export default function MoveDialog({ business, to, onClose }: MoveDialogProps): ReactElement {
  const names = useStageNames();
  const moves = listNextStages(business.stage);
  const [from, setFrom] = useState(business.stage);
  const [stage, setStage] = useState<BusinessStage>(to ?? moves[0] ?? business.stage);
  const [reason, setReason] = useState('');
  const [endReason, setEndReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const { move, confirm, withdraw, isPending } = useBusinessMoves(business);
  const isNextStep = !isClosed(business.stage) && stage === moves[0];
  const { data: gate } = useQuery({ ...businessGateQuery(business.id), enabled: isNextStep });
  const isBlocked = isNextStep && gate?.isOpen === false;
  const { canOverride } = business.abilities;
  const isEnding = isUnsold(stage);
  const isReasonNeeded = isBlocked || (isEnding ? endReason === 'other' : needsReason(business.stage, stage));

  const submit = (): void => {
    if (isBlocked && !canOverride) return setError('Meet the requirements first, or ask an administrator.');
    const text = reason.trim() === '' ? null : reason.trim();
    if (isEnding && endReason === '') return setError('Choose a reason');
    if (text === null && isReasonNeeded) return setError(isEnding ? 'Enter a note' : 'Enter a reason');
    const parsed = moveBusinessBody.safeParse({
      version: business.version,
      stage,
      reason: isBlocked && !needsReason(business.stage, stage) ? null : text,
      ...(isBlocked && { override: { reason: text } }),
      ...(isEnding && { endReason }),
    });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    move(parsed.data, { onDone: onClose, onError: (failure) => setError(getErrorMessage(failure)) });
  };

  if (business.stage !== from && !isPending)
    return (
      <ConfirmDialog
        title={`Move ${business.name}`}
        confirmLabel="Continue"
        onConfirm={() => {
          setFrom(business.stage);
          setStage(moves[0] ?? business.stage);
          setError(undefined);
        }}
        onClose={onClose}
      >
        Someone else moved this business to {names[business.stage]} in the meantime.
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={`Move ${business.name}`}
      confirmLabel={isBlocked ? 'Override and move' : `Move to ${names[stage]}`}
      hasField
      isPending={isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      Current stage: {names[business.stage]}. The owner sees the new stage, but not the reason.
      {isEnding && ' An open-ended engagement letter ends today, and its tail begins.'}
      {isClosed(stage) && ' Open deals of this business are marked as lost.'}
      <LabeledSelect
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
      </LabeledSelect>
      {isNextStep && gate !== undefined && gate.requirements.length > 0 && (
        <div style={{ marginTop: 16 }}>
          <GateList gate={gate} onConfirm={confirm} onWithdraw={withdraw} isPending={isPending} />
        </div>
      )}
      {isEnding && (
        <LabeledSelect
          label="Reason *"
          value={endReason}
          onChange={(event) => setEndReason(event.target.value)}
          sx={{ mt: 2 }}
        >
          <option value="">Choose a reason</option>
          {closedReasons.map((each) => (
            <option key={each} value={each}>
              {endReasonNames[each]}
            </option>
          ))}
        </LabeledSelect>
      )}
      {(!isBlocked || canOverride) && (
        <LabeledInput
          label={getNoteLabel({ isBlocked, isEnding, isReasonNeeded })}
          value={reason}
          multiline
          maxRows={6}
          inputProps={{ maxLength: 300, 'aria-required': isReasonNeeded }}
          onChange={(event) => setReason(event.target.value)}
          sx={{ mt: 2 }}
        />
      )}
      {error !== undefined && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {error}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

function getNoteLabel({
  isBlocked,
  isEnding,
  isReasonNeeded,
}: Record<'isBlocked' | 'isEnding' | 'isReasonNeeded', boolean>): string {
  if (isBlocked) return 'Reason for the override *';
  if (isEnding) return isReasonNeeded ? 'Note *' : 'Note';
  return isReasonNeeded ? 'Reason *' : 'Note';
}
