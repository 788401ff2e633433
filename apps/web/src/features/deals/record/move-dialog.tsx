import Alert from '@mui/material/Alert';
import {
  listNextDealStages,
  dealStageNames,
  dealStages,
  isDealStepForward,
  lostReasonNames,
  lostReasons,
  needsDealReason,
  type DealStage,
} from '@handover/contract/deals/deal-stages.ts';
import { moveDealBody } from '@handover/contract/deals/deal-moves.ts';
import type { Deal } from '@handover/contract/deals/deals.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { GateList } from '#shared/records/gates/gate-list.tsx';
import { dealGateQuery, dealQuery } from '../deals.queries.ts';
import { useDealMoves } from './use-deal-moves.ts';

interface MoveDialogProps {
  deal: Deal;
  /** The preselected stage; the next stage if missing. */
  to?: string;
  onClose: () => void;
}

/**
 * Asks for the target stage of a deal, and for the override, reason, or lost reason that its gate or the move requires.
 */
export default function MoveDialog({ deal, to, onClose }: MoveDialogProps): ReactElement {
  const moves = listNextDealStages(deal.stage);
  const [from, setFrom] = useState(deal.stage);
  const [stage, setStage] = useState(dealStages.find((each) => each === to) ?? moves[0] ?? deal.stage);
  const [reason, setReason] = useState('');
  const [lostReason, setLostReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const toasts = useToasts();
  const { move, withdraw, isPending } = useDealMoves(deal);
  const isForward = isDealStepForward(deal.stage, stage);
  const { data: gate } = useQuery({ ...dealGateQuery(deal.id), enabled: isForward });
  const { data: detail } = useQuery(dealQuery(deal.id));
  const isBlocked = isForward && gate?.isOpen === false;
  const refusal = detail?.moveRefusal ?? null;
  const canOverride = detail?.abilities.canOverride === true;

  const submit = (): void => {
    const text = reason.trim() === '' ? null : reason.trim();
    if (isBlocked && !canOverride) return setError('Meet the requirements first, or ask an administrator.');
    const parsed = moveDealBody.safeParse({
      version: detail?.version ?? deal.version,
      stage,
      ...(isBlocked ? { override: { reason: text ?? '' } } : { reason: text }),
      ...(stage === 'lost' && { lostReason }),
    });
    if (text === null && (isBlocked || needsDealReason(deal.stage, stage))) return setError('Enter a reason');
    if (!parsed.success) return setError(stage === 'lost' ? 'Choose a reason' : 'Enter a reason');
    move(parsed.data, {
      onDone: () => {
        toasts.done(`Moved to ${dealStageNames[stage]}`);
        onClose();
      },
      onError: (failure) => setError(getErrorMessage(failure)),
    });
  };

  if (deal.stage !== from && !isPending)
    return (
      <ConfirmDialog
        title={`Move ${deal.buyer.name}`}
        confirmLabel="Continue"
        onConfirm={() => {
          setFrom(deal.stage);
          setStage(moves[0] ?? deal.stage);
          setError(null);
        }}
        onClose={onClose}
      >
        Someone else moved this deal to {dealStageNames[deal.stage]} in the meantime.
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={`Move ${deal.buyer.name}`}
      confirmLabel={isBlocked ? `Override and move` : `Move to ${dealStageNames[stage]}`}
      hasField
      isPending={isPending}
      isDisabled={refusal !== null}
      onConfirm={submit}
      onClose={onClose}
    >
      {deal.business.name}. Current stage: {dealStageNames[deal.stage]}.
      {stage === 'closed' &&
        ' The business is marked as sold. Its other open deals are marked as lost: their offers are withdrawn, and their buyers lose access to documents.'}
      <StageSelect
        stages={moves}
        stage={stage}
        onChange={(next) => {
          setStage(next);
          setError(null);
        }}
      />
      {isForward && gate !== undefined && gate.requirements.length > 0 && (
        <div style={{ marginTop: 16 }}>
          <GateList gate={gate} onWithdraw={withdraw} isPending={isPending} />
        </div>
      )}
      {stage === 'lost' && (
        <LabeledSelect
          label="Why was the deal lost? *"
          value={lostReason}
          onChange={(event) => setLostReason(event.target.value)}
          sx={{ mt: 2 }}
        >
          <option value="">Choose a reason</option>
          {lostReasons.map((each) => (
            <option key={each} value={each}>
              {lostReasonNames[each]}
            </option>
          ))}
        </LabeledSelect>
      )}
      {(!isBlocked || canOverride) && (
        <LabeledInput
          label={getLabel({ isBlocked, isNeeded: needsDealReason(deal.stage, stage) })}
          value={reason}
          multiline
          maxRows={6}
          inputProps={{ maxLength: 300 }}
          onChange={(event) => setReason(event.target.value)}
          sx={{ mt: 2 }}
        />
      )}
      {refusal !== null && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {refusal}
        </Alert>
      )}
      {error !== null && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {error}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

function getLabel({ isBlocked, isNeeded }: { isBlocked: boolean; isNeeded: boolean }): string {
  if (isBlocked) return 'Reason for the override *';
  return isNeeded ? 'Reason *' : 'Note';
}

interface StageSelectProps {
  stages: readonly DealStage[];
  stage: DealStage;
  onChange: (stage: DealStage) => void;
}

function StageSelect({ stages, stage, onChange }: StageSelectProps): ReactElement {
  return (
    <LabeledSelect
      label="To"
      value={stage}
      onChange={(event) => onChange(stages.find((each) => each === event.target.value) ?? stage)}
      sx={{ mt: 2 }}
    >
      {stages.map((each) => (
        <option key={each} value={each}>
          {dealStageNames[each]}
        </option>
      ))}
    </LabeledSelect>
  );
}
