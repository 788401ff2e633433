import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import {
  getDefaultMultiple,
  defaultFinancingRules,
  defaultSurvey,
} from '@handover/contract/businesses/default-tables.ts';
import { valuationMethods } from '@handover/domain/valuation/valuation.ts';
import { sql, type Kysely } from 'kysely';

const homeHealth = 'scoperesearch.co, BizBuySell (Learning Center)';
const formerSources: readonly (readonly [BusinessType, string])[] = [
  ['dental', 'thedentalpracticemarket.com, precisiondentalanalytics.com, BizBuySell (Learning Center)'],
  ['medical', 'iconic.co, BizBuySell (Learning Center)'],
  ['home_health', homeHealth],
  ['hospice', homeHealth],
  ['pharmacy', 'businessbrokercollective.com'],
  ['behavioral', 'yourexitvalue.com, behavioralhealthbusinessbroker.com'],
  ['physical_therapy', 'sovdoc.com, privatepracticetransitions.com, peakbusinessvaluation.com'],
  ['veterinary', 'joeyfriedmancpa.com'],
  ['med_spa', 'sovdoc.com, dealflow-os.com, launchadvisor.co'],
  ['dme', 'yourexitvalue.com'],
  ['urgent_care', 'peakbusinessvaluation.com'],
  ['laboratory', 'dealflow-os.com'],
];
const formerSurveySource = 'IBBA 3Q25, per murphybusiness.com';
const formerRuleSource = 'SBA SOP 50 10 8, per whitefordlaw.com; minimum DSCR per loanbox.com';

/** Delivered sources with publisher and title. Rows that somebody has changed in any way keep theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [type, former] of formerSources)
    for (const method of valuationMethods)
      await setSource(db, {
        table: 'valuation_multiples',
        delivered: getDefaultMultiple(type, method),
        former,
      });
  await setSource(db, { table: 'market_surveys', delivered: defaultSurvey, former: formerSurveySource });
  for (const { key: deliveredKey, ...rule } of defaultFinancingRules)
    await setSource(db, {
      table: 'financing_rules',
      delivered: { deliveredKey, ...rule },
      former: formerRuleSource,
    });
}

type Row = {
  readonly table: string;
  readonly delivered: Readonly<Record<string, unknown>> & { readonly source: string };
  readonly former: string;
};

/** Where every column but the source reads as delivered. */
async function setSource(db: Kysely<unknown>, { table, delivered, former }: Row): Promise<void> {
  const columns = Object.entries({ ...delivered, source: former }).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  const values = JSON.stringify(Object.fromEntries(columns));
  await sql`
    UPDATE ${sql.table(table)} AS stored SET source = ${delivered.source}
    WHERE to_jsonb(stored) || ${values}::jsonb = to_jsonb(stored)`.execute(db);
}
