import {
  listNextDealStages,
  dealStageNames,
  dealStages,
  endedDealStages,
  isDealEnded,
  needsDealReason,
  openDealStages,
} from '@handover/contract/deals/deal-stages.ts';
import { dealFilter } from '@handover/contract/deals/deal-list.ts';
import { moveDeal } from '@handover/contract/deals/deal-moves.ts';
import { getDealBoard, type Deal } from '@handover/contract/deals/deals.ts';
import { lazy, type ReactElement } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import type { RecordBoard } from '#shared/records/board/board.ts';
import { parseInput } from '#shared/records/list/record-list.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './deals.module.css';
import { DealValue } from './deal-labels.tsx';
import { dealList } from './deals.record.tsx';

const MoveDialog = lazy(() => import('./record/move-dialog.tsx'));

const { stage: _stage, deleted: _deleted, ...filters } = dealList.filters;
const findStage = (key: string) => dealStages.find((stage) => stage === key);

/** Deals by stage, most recently moved first. */
export const dealBoard: RecordBoard<Deal> = {
  list: { ...dealList, filters },
  columnFilter: 'stage',
  sort: '-stageEnteredAt',
  columnsFor: ({ isOpen }) => {
    const stages = isOpen === 'true' ? openDealStages : isOpen === 'false' ? endedDealStages : dealStages;
    return stages.map((key) => ({ key, label: dealStageNames[key] }));
  },
  columnOf: ({ stage }) => stage,
  fetchTotals: async (filter, signal) => {
    const { columns } = await send(getDealBoard, { query: parseInput(dealFilter, filter) }, { signal });
    return columns.map(({ stage, count, totals }) => ({ key: stage, count, totals }));
  },
  amountOf: ({ valueCents, currency }) => (valueCents === null ? null : { currency, cents: valueCents }),
  movesFrom: ({ stage }) => listNextDealStages(stage),
  moved: ({ row, to }) => ({
    ...row,
    stage: findStage(to) ?? row.stage,
    stageEnteredAt: new Date().toISOString(),
  }),
  move: async ({ row, to }) => {
    const body = { version: row.version, stage: findStage(to) ?? row.stage };
    return (await send(moveDeal, { params: { id: row.id }, body })).deal;
  },
  asksFirst: ({ row, to }) => {
    const stage = findStage(to) ?? row.stage;
    return isDealEnded(stage) || needsDealReason(row.stage, stage);
  },
  asksAfter: (error) => error instanceof ApiError && error.code === 'GATE_NOT_MET',
  dialog: ({ row, to }, onClose) => <MoveDialog deal={row} to={to} onClose={onClose} />,
  facts: (deal) => <CardFacts deal={deal} />,
};

function CardFacts({ deal }: { deal: Deal }): ReactElement {
  const { timeZone } = useUser();
  return (
    <div className={styles['facts']}>
      <p className={styles['business']}>{deal.business.name}</p>
      <p className={styles['line']}>
        <strong>
          <DealValue deal={deal} />
        </strong>
        <span>
          <RelativeTime time={deal.stageEnteredAt} timeZone={timeZone} />
        </span>
      </p>
      {deal.broker !== null && <p>{deal.broker.displayName}</p>}
    </div>
  );
}
