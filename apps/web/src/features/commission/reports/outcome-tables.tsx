import type { DealReport, Outcomes } from '@handover/contract/deal-reports.ts';
import { dealStageNames, lostReasonNames } from '@handover/contract/deal-stages.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import type { ReactElement } from 'react';
import { dealsWith } from './reports.queries.ts';
import { CountLink, ReportTable } from './report-table.tsx';
import styles from './reports.module.css';

interface TableProps {
  report: DealReport;
  /** The first day, and the first day after. */
  period: { from: string; before: string };
}

const inPeriod = ({ from, before }: TableProps['period']) => ({ stageFrom: from, stageBefore: before });

/** "75%: 3 won, 1 lost", next to the 12 months before. Deals count whatever their currency. */
export function WinLoss({
  report,
  before,
}: {
  report: DealReport;
  before: DealReport | undefined;
}): ReactElement {
  const now = outcomesOf(report);
  return (
    <p className={styles['rate']}>
      <strong>{rateText(now)}</strong>
      <span>{countsText(now)}</span>
      {before !== undefined && (
        <span>
          12 months before: {rateText(outcomesOf(before))}, {countsText(outcomesOf(before))}
        </span>
      )}
    </p>
  );
}

type Counts = Pick<Outcomes, 'wonCount' | 'lostCount'>;

function outcomesOf({ sources }: DealReport): Counts {
  return {
    wonCount: sources.reduce((sum, { wonCount }) => sum + wonCount, 0),
    lostCount: sources.reduce((sum, { lostCount }) => sum + lostCount, 0),
  };
}

const countsText = ({ wonCount, lostCount }: Counts): string =>
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
              to={dealsWith({ lostReason: reason, ...inPeriod(period) })}
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
          <td>{daysText(leftDays)}</td>
          <td>
            <CountLink
              count={openCount}
              to={dealsWith({ stage, sort: 'stageEnteredAt' })}
              label={`in ${dealStageNames[stage]}`}
            />
          </td>
          <td>{daysText(openDays)}</td>
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
  const ended = { ...filter, currency, ...inPeriod(period) };
  return (
    <>
      <td>
        <CountLink
          count={row.openCount}
          to={dealsWith({ ...filter, currency, isOpen: 'true' })}
          label={`open, ${name}`}
        />
      </td>
      <td>
        <CountLink
          count={row.wonCount}
          to={dealsWith({ ...ended, stage: 'closed' })}
          label={`won, ${name}`}
        />
      </td>
      <td>
        <CountLink
          count={row.lostCount}
          to={dealsWith({ ...ended, stage: 'lost' })}
          label={`lost, ${name}`}
        />
      </td>
      <td>{rateText(row)}</td>
      <td>
        <MoneyText amountCents={row.wonCents} currency={currency} isPrice />
      </td>
    </>
  );
}

function rateText({ wonCount, lostCount }: Counts): string {
  const ended = wonCount + lostCount;
  return ended === 0 ? '–' : `${String(Math.round((wonCount / ended) * 100))}%`;
}

const daysText = (days: number | null): string =>
  days === null ? '–' : days.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
