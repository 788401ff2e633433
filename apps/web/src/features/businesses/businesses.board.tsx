import { businessFilter } from '@handover/contract/businesses/business-list.ts';
import { getBusinessBoard } from '@handover/contract/businesses/business-overview.ts';
import {
  businessStages,
  closedStages,
  isClosed,
  listNextStages,
  needsReason,
} from '@handover/contract/businesses/business-stages.ts';
import { moveBusiness, type Business } from '@handover/contract/businesses/businesses.ts';
import type { StageNames } from '@handover/contract/businesses/stage-names.ts';
import { lazy, type ReactElement } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import type { RecordBoard } from '#shared/records/board/board.ts';
import { parseInput } from '#shared/records/list/record-list.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { MarketLabel, Price } from './business-labels.tsx';
import styles from './businesses.board.module.css';
import { businessList } from './businesses.record.tsx';

const BoardMoveDialog = lazy(() => import('./record/board-move-dialog.tsx'));

const { stage: _stage, deleted: _deleted, ...filters } = businessList.filters;
const findStage = (key: string) => businessStages.find((stage) => stage === key);
const openStages = businessStages.filter((stage) => !isClosed(stage));

/** Businesses by stage, most recently moved first. `names` are the workspace's names of the stages. */
export function createBusinessBoard(names: StageNames): RecordBoard<Business> {
  return {
    list: { ...businessList, filters },
    columnFilter: 'stage',
    sort: '-stageEnteredAt',
    columnsFor: ({ isOpen }) => {
      const stages = isOpen === 'true' ? openStages : isOpen === 'false' ? closedStages : businessStages;
      return stages.map((key) => ({ key, label: names[key] }));
    },
    columnOf: ({ stage }) => stage,
    fetchTotals: async (filter, signal) => {
      const { columns } = await send(
        getBusinessBoard,
        { query: parseInput(businessFilter, filter) },
        { signal },
      );
      return columns.map(({ stage, count, totals }) => ({ key: stage, count, totals }));
    },
    amountOf: ({ reducedPriceCents, askingPriceCents, currency }) => {
      const cents = reducedPriceCents ?? askingPriceCents;
      return cents === null ? null : { currency, cents };
    },
    movesFrom: ({ stage }) => listNextStages(stage),
    moved: ({ row, to }) => ({
      ...row,
      stage: findStage(to) ?? row.stage,
      stageEnteredAt: new Date().toISOString(),
    }),
    move: async ({ row, to }) => {
      const body = { version: row.version, stage: findStage(to) ?? row.stage };
      return (await send(moveBusiness, { params: { id: row.id }, body })).business;
    },
    asksFirst: ({ row, to }) => needsReason(row.stage, findStage(to) ?? row.stage),
    asksAfter: (error) => error instanceof ApiError && error.code === 'GATE_NOT_MET',
    dialog: ({ row, to }, onClose) => (
      <BoardMoveDialog businessId={row.id} to={findStage(to) ?? row.stage} onClose={onClose} />
    ),
    facts: (business) => <CardFacts business={business} />,
  };
}

function CardFacts({ business }: { business: Business }): ReactElement {
  const { timeZone } = useUser();
  const place = [business.city, business.region].filter(Boolean).join(', ');
  return (
    <div className={styles['facts']}>
      <p className={styles['line']}>
        <span>{businessTypeLabels[business.type]}</span>
        {business.stage !== 'under_offer' && <MarketLabel business={business} />}
      </p>
      {place !== '' && <p>{place}</p>}
      <p className={styles['line']}>
        <strong>
          <Price business={business} />
        </strong>
        <span>
          <RelativeTime time={business.stageEnteredAt} timeZone={timeZone} />
        </span>
      </p>
      {business.broker !== null && <p>{business.broker.displayName}</p>}
    </div>
  );
}
