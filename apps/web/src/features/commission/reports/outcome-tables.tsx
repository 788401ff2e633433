import type { DealReport, Outcomes } from '@handover/contract/deals/deal-reports.ts';
import { dealStageNames, lostReasonNames } from '@handover/contract/deals/deal-stages.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import type { ReactElement } from 'react';
import { getDealsPath } from './reports.queries.ts';
import { CountLink, ReportTable } from './report-table.tsx';
import styles from './reports.module.css';

interface TableProps {
  report: DealReport;
  /** The first day, and the first day after. */
  period: { from: string; before: string };
}

const toPeriodFilter = ({ from, before }: TableProps['period']) => ({ stageFrom: from, stageBefore: before });

/** "75%: 3 won, 1 lost", compared with the previous 12 months. Counts deals in all currencies. */
export function WinLoss({
  report,
  before,
}: {
  report: DealReport;
  before: DealReport | undefined;
}): ReactElement {
  const now = sumOutcomes(report);
  return (
    <p className={styles['rate']}>
      <strong>{formatRate(now)}</strong>
      <span>{formatCounts(now)}</span>
      {before !== undefined && (
        <span>
          12 months before: {formatRate(sumOutcomes(before))}, {formatCounts(sumOutcomes(before))}
        </span>
      )}
    </p>
  );
}

type Counts = Pick<Outcomes, 'wonCount' | 'lostCount'>;

function sumOutcomes({ sources }: DealReport): Counts {
  return {
    wonCount: sources.reduce((sum, { wonCount }) => sum + wonCount, 0),
    lostCount: sources.reduce((sum, { lostCount }) => sum + lostCount, 0),
  };
}

const formatCounts = ({ wonCount, lostCount }: Counts): string =>
  `${wonCount.toLocaleString('en')} won, ${lostCount.toLocaleString('en')} lost`;

export function LossTable({ report: { lostReasons }, period }: TableProps): ReactElement {
  return (
    <ReportTable
      caption="Lost deals by reason"
      columns={['Lost reason', 'Deals']}
      nothing="No deals were lost in this period."
      isEmpty={lostReasons.length === 0}
    >
      {lostReasons.map(({ reason, count }) => (
        <tr key={reason}>
          <th scope="row">{lostReasonNames[reason]}</th>
          <td>
            <CountLink
              count={count}
              to={getDealsPath({ lostReason: reason, ...toPeriodFilter(period) })}
              label={`lost: ${lostReasonNames[reason]}`}
            />
          </td>
        </tr>
      ))}
    </ReportTable>
  );
}

export function StageTimeTable({ report: { stages } }: Pick<TableProps, 'report'>): ReactElement {
  return (
    <ReportTable
      caption="Median days in each stage"
      columns={['Stage', 'Deals exited', 'Median days', 'Deals in stage', 'Median days so far']}
      nothing="No moves yet."
      isEmpty={stages.every(({ leftCount, openCount }) => leftCount + openCount === 0)}
    >
      {stages.map(({ stage, leftCount, leftDays, openCount, openDays }) => (
        <tr key={stage}>
          <th scope="row">{dealStageNames[stage]}</th>
          <td>{leftCount.toLocaleString('en')}</td>
          <td>{formatDays(leftDays)}</td>
          <td>
            <CountLink
              count={openCount}
              to={getDealsPath({ stage, sort: 'stageEnteredAt' })}
              label={`in ${dealStageNames[stage]}`}
            />
          </td>
          <td>{formatDays(openDays)}</td>
        </tr>
      ))}
    </ReportTable>
  );
}

export function SourceTable({ report: { sources }, period }: TableProps): ReactElement {
  return (
    <ReportTable
      caption="Deals by source"
      columns={['Source', 'Open', 'Won', 'Lost', 'Win rate', 'Value won']}
      nothing="No deals yet."
      isEmpty={sources.length === 0}
    >
      {sources.map((row) => {
        const name = row.source ?? 'No source';
        return (
          <tr key={`${name} ${row.currency}`}>
            <th scope="row">{name}</th>
            <OutcomeCells
              name={name}
              row={row}
              period={period}
              filter={row.source === null ? { hasSource: 'false' } : { source: row.source }}
            />
          </tr>
        );
      })}
    </ReportTable>
  );
}

export function BrokerTable({ report: { brokers }, period }: TableProps): ReactElement {
  return (
    <ReportTable
      caption="Deals by broker"
      columns={['Broker', 'Open', 'Won', 'Lost', 'Win rate', 'Value won', 'Commission']}
      nothing="No deals yet."
      isEmpty={brokers.length === 0}
    >
      {brokers.map((row) => {
        const name = row.broker?.displayName ?? 'Unassigned';
        return (
          <tr key={`${row.broker?.id ?? ''} ${row.currency}`}>
            <th scope="row">{name}</th>
            <OutcomeCells
              name={name}
              row={row}
              period={period}
              filter={{ brokerId: row.broker?.id ?? 'none' }}
            />
            <td>
              {row.earnedCents === null ? (
                '–'
              ) : (
                <MoneyText amountCents={row.earnedCents} currency={row.currency} isPrice />
              )}
            </td>
          </tr>
        );
      })}
    </ReportTable>
  );
}

interface OutcomeCellsProps {
  name: string;
  row: Outcomes;
  period: TableProps['period'];
  filter: Readonly<Record<string, string>>;
}

function OutcomeCells({ name, row, period, filter }: OutcomeCellsProps): ReactElement {
  const { currency } = row;
  const ended = { ...filter, currency, ...toPeriodFilter(period) };
  return (
    <>
      <td>
        <CountLink
          count={row.openCount}
          to={getDealsPath({ ...filter, currency, isOpen: 'true' })}
          label={`open, ${name}`}
        />
      </td>
      <td>
        <CountLink
          count={row.wonCount}
          to={getDealsPath({ ...ended, stage: 'closed' })}
          label={`won, ${name}`}
        />
      </td>
      <td>
        <CountLink
          count={row.lostCount}
          to={getDealsPath({ ...ended, stage: 'lost' })}
          label={`lost, ${name}`}
        />
      </td>
      <td>{formatRate(row)}</td>
      <td>
        <MoneyText amountCents={row.wonCents} currency={currency} isPrice />
      </td>
    </>
  );
}

function formatRate({ wonCount, lostCount }: Counts): string {
  const ended = wonCount + lostCount;
  return ended === 0 ? '–' : `${String(Math.round((wonCount / ended) * 100))}%`;
}

const formatDays = (days: number | null): string =>
  days === null ? '–' : days.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
