import Button from '@mui/material/Button';
import {
  listNextDealStages,
  dealStageNames,
  isDealEnded,
  lostReasonNames,
} from '@handover/contract/deals/deal-stages.ts';
import type { DealDetail } from '@handover/contract/deals/deals.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { GateList } from '#shared/records/gates/gate-list.tsx';
import { RailCard } from '#shared/records/page/rail.tsx';
import { DealTrack } from '../deal-track.tsx';
import { dealGateQuery } from '../deals.queries.ts';
import { useDealMoves } from './use-deal-moves.ts';

const MoveDialog = lazy(() => import('./move-dialog.tsx'));

/** The progress of a deal, the remaining requirements of its stage, and the next moves. */
export function StagePanel({ deal }: { deal: DealDetail }): ReactElement {
  const [isMoving, setMoving] = useState(false);
  const { data: gate } = useQuery(dealGateQuery(deal.id));
  const { withdraw, isPending } = useDealMoves(deal);
  const { canMove } = deal.abilities;
  const next = listNextDealStages(deal.stage)[0];
  return (
    <RailCard
      title="Stage"
      action={canMove && next !== undefined && <Button onClick={() => setMoving(true)}>Move stage</Button>}
    >
      <DealTrack stage={deal.stage} />
      {deal.lostReason !== null && (
        <p>
          Lost reason: {lostReasonNames[deal.lostReason]}.{canMove && ' Move the stage to reopen the deal.'}
        </p>
      )}
      {gate !== undefined && !isDealEnded(deal.stage) && (
        <>
          <p>
            {gate.requirements.length === 0
              ? `No requirements to leave ${dealStageNames[deal.stage]}.`
              : `Required before leaving ${dealStageNames[deal.stage]}:`}
          </p>
          <GateList gate={gate} isPending={isPending} {...(canMove && { onWithdraw: withdraw })} />
        </>
      )}
      {isMoving && (
        <Suspense>
          <MoveDialog deal={deal} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </RailCard>
  );
}
