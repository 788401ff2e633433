import { addMonths } from '@handover/domain/calendar-dates.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { saveFile } from '#shared/files/files.ts';
import { RailButton, RailCard, RailCards } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import DealFunnel from './deal-funnel.tsx';
import Forecast from './forecast.tsx';
import { BrokerTable, LossTable, SourceTable, StageTimeTable, WinLoss } from './outcome-tables.tsx';
import {
  createBrokerSheet,
  createForecastSheet,
  createFunnelSheet,
  createOutcomeSheet,
  createSourceSheet,
  createStageTimeSheet,
  toCsv,
  type Sheet,
} from './report-csv.ts';
import { forecastQuery, funnelQuery, reportQuery } from './reports.queries.ts';
import { ReportState } from './report-table.tsx';
import styles from './reports.module.css';
import { BusinessCenterTabs } from '#shared/page/business-center-tabs.tsx';

const periodNames = { year: 'This year', months: 'Last 12 months', last: 'Last year' } as const;
type PeriodName = keyof typeof periodNames;

/** admin/business-center/reports: forecast and funnel as of now, outcomes of a period. */
export default function ReportsScreen(): ReactElement {
  const { today } = useUser();
  const [params, setParams] = useSearchParams();
  const name = isPeriodName(params.get('period'));
  const period = getPeriod(name, today);
  const query = useQuery(reportQuery(period));
  const { data: before } = useQuery(
    reportQuery({ from: addMonths(period.from, -12), before: addMonths(period.before, -12) }),
  );
  const report = query.data;
  const { data: months } = useQuery(forecastQuery());
  const { data: funnel } = useQuery(funnelQuery());
  return (
    <>
      <BusinessCenterTabs />
      <PageToolbar>
        <LabeledSelect
          label="Period"
          value={name}
          onChange={({ target }) => setParams({ period: target.value }, { replace: true })}
          sx={{ width: 200 }}
        >
          {Object.entries(periodNames).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </LabeledSelect>
      </PageToolbar>
      <div className={styles['grid']}>
        <RailCards>
          <RailCard
            title="Pipeline by month"
            action={<CsvButton title="the pipeline" sheet={months && createForecastSheet(months)} />}
          >
            <Forecast />
          </RailCard>
          <RailCard
            title="Won and lost"
            action={<CsvButton title="won and lost deals" sheet={report && createOutcomeSheet(report)} />}
          >
            <ReportState query={query} rows={12}>
              {(outcome) => (
                <>
                  <WinLoss report={outcome} before={before} />
                  <LossTable report={outcome} period={period} />
                </>
              )}
            </ReportState>
          </RailCard>
          {report !== undefined && (
            <>
              <RailCard
                title="Brokers"
                action={<CsvButton title="brokers" sheet={createBrokerSheet(report)} />}
              >
                <BrokerTable report={report} period={period} />
              </RailCard>
              <RailCard
                title="Sources"
                action={<CsvButton title="sources" sheet={createSourceSheet(report)} />}
              >
                <SourceTable report={report} period={period} />
              </RailCard>
            </>
          )}
        </RailCards>
        <RailCards>
          <RailCard
            title="Open deals by stage"
            action={<CsvButton title="open deals" sheet={funnel && createFunnelSheet(funnel)} />}
          >
            <DealFunnel />
          </RailCard>
          {report !== undefined && (
            <RailCard
              title="Time in stage"
              action={<CsvButton title="time in stage" sheet={createStageTimeSheet(report)} />}
            >
              <StageTimeTable report={report} />
            </RailCard>
          )}
        </RailCards>
      </div>
      <p className={styles['remark']}>
        Select a number to see its deals. Pipeline value and commission count a business with several buyers
        once per month or stage, at the highest amount. Currencies are not combined.
      </p>
    </>
  );
}

function isPeriodName(value: string | null): PeriodName {
  return value === 'months' || value === 'last' ? value : 'year';
}

/** The first day, and the first day after the period. */
function getPeriod(name: PeriodName, today: string): { from: string; before: string } {
  const year = `${today.slice(0, 4)}-01-01`;
  const nextMonth = addMonths(`${today.slice(0, 7)}-01`, 1);
  if (name === 'year') return { from: year, before: addMonths(year, 12) };
  if (name === 'last') return { from: addMonths(year, -12), before: year };
  return { from: addMonths(nextMonth, -12), before: nextMonth };
}

/** Downloads a report as CSV. Renders nothing before the figures are loaded. */
function CsvButton({ sheet, title }: { sheet: Sheet | undefined; title: string }): ReactElement | null {
  if (sheet === undefined || sheet.rows.length === 0) return null;
  const save = (): void =>
    saveFile(new Blob([toCsv(sheet)], { type: 'text/csv;charset=utf-8' }), `${sheet.name}.csv`);
  return (
    <RailButton label={`Download ${title} as CSV`} onClick={save}>
      CSV
    </RailButton>
  );
}
