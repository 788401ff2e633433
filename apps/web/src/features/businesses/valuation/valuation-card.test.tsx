import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { valueCase } from '@handover/contract/businesses/valuations.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aBusinessDetail, anId } from '#test-setup/records.ts';
import { aFinancingRule, aMarketSurvey, aValuation, someMultiples } from '#test-setup/valuations.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import ValuationCard from './valuation-card.tsx';

const tables = {
  multiples: someMultiples(),
  marketSurvey: aMarketSurvey(),
  financingRules: [aFinancingRule(7)],
};
const noneSaved = { valuations: [], total: 0, nextCursor: null };
const responses = {
  'GET /valuation-tables': () => tables,
  'GET /businesses/{id}/valuations': () => noneSaved,
};
const createPractice = (changes: Partial<BusinessDetail> = {}) =>
  aBusinessDetail(1, {
    askingPriceCents: 900_000_00,
    sdeCents: 420_000_00,
    ebitdaCents: 300_000_00,
    version: 3,
    ...changes,
  });
const open = async (business = createPractice()) => {
  await openWork(<ValuationCard business={business} />);
  // Tables of saved valuations follow this one.
  const [table] = await screen.findAllByRole('table', { name: 'Value by method, in USD' });
  if (table === undefined) throw new Error('No table');
  return table;
};
const findRow = (table: HTMLElement, name: RegExp) =>
  within(table).getByRole('rowheader', { name }).closest('tr')?.textContent?.replaceAll('\u00a0', ' ');
const listSentCalls = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'POST');
const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

it('shows the methods with multiple, source, and range, what is missing, and no made-up point', async () => {
  stubApi(responses);
  const table = await open();
  expect(findRow(table, /^SDE/)).toBe('SDE1.50–3.00× of $420,000$630,000$1,260,000');
  expect(findRow(table, /^EBITDA/)).toContain('$1,050,000$1,650,000');
  expect(findRow(table, /^Revenue/)).toContain('Add revenue to the record.');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Method', 'Low', 'High']);
  expect(
    screen.getByText(/^Multiples: .*, “How to Value a Dental Practice: .*; .* · as of Nov 22, 2026 · Medium/),
  ).toBeVisible();
  expect(screen.getByText(/asking price of/)).toHaveTextContent(
    'The asking price of $900,000 is within the range based on SDE, and below it based on EBITDA.',
  );
  expect(screen.getByText(/tax or legal advice/)).toBeVisible();
});

it('adds the inventory at cost of a pharmacy to the conclusion', async () => {
  stubApi(responses);
  const inventoryCents = 350_000_00;
  await open(createPractice({ type: 'pharmacy', typeFacts: { inventoryCents } }));
  expect(screen.getByText('Plus inventory at cost: $350,000, counted again at closing.')).toBeVisible();
});

describe('the market survey', () => {
  const openWith = async (survey: Parameters<typeof aMarketSurvey>[0], changes?: Partial<BusinessDetail>) => {
    stubApi({
      ...responses,
      'GET /valuation-tables': () => ({ ...tables, marketSurvey: aMarketSurvey(survey) }),
    });
    await openWork(<ValuationCard business={createPractice(changes)} />);
    await screen.findByRole('heading', { name: 'Recommended range' });
    return screen.queryByRole('region', { name: 'Market survey' });
  };

  it('shows the band of the recommended value with source, quarter, and confidence, and changes no figure', async () => {
    expect(await openWith({})).toHaveTextContent(
      'Businesses priced from $1,000,000 to $2,000,000: 9 months on the market, median multiple 3.30× SDE.' +
        `${aMarketSurvey().source} · Q3 2025 · Medium confidence · Not included in the recommended range`,
    );
    const range = screen.getByRole('heading', { name: 'Recommended range' }).nextSibling?.textContent;
    cleanup();
    const [band] = aMarketSurvey().bands.slice(1);
    if (band === undefined) throw new Error('No band');
    const bands = [{ ...band, months: 1, sdeMultiple: 9, ebitdaMultiple: 12.5 }];
    expect(await openWith({ bands, asOf: '2026-01-01', note: 'Ours.' })).toHaveTextContent(
      /1 month on the market, median multiple 9\.00× SDE and 12\.50× EBITDA\..* · Q1 2026 · .* · Ours\./,
    );
    expect(screen.getByRole('heading', { name: 'Recommended range' }).nextSibling).toHaveTextContent(
      String(range),
    );
  });

  it.each<[string, Parameters<typeof openWith>]>([
    ['outside of its bands', [{}, { sdeCents: 4_000_000_00, ebitdaCents: null }]],
    ['without bands', [{ bands: [] }]],
    ['in another currency', [{}, { currency: 'CAD' }]],
  ])('is not shown %s', async (_what, [survey, changes]) => {
    expect(await openWith(survey, changes)).toBeNull();
  });
});

it('names each source where the methods have several, and the note of a multiple', async () => {
  const multiples = someMultiples({
    type: 'dental',
    method: 'sde',
    source: 'Own deals',
    note: 'Ours alone.',
  });
  stubApi({ ...responses, 'GET /valuation-tables': () => ({ ...tables, multiples }) });
  const table = await open();
  expect(
    within(table).getByText('Own deals · as of Nov 22, 2026 · Medium confidence · Ours alone.'),
  ).toBeVisible();
  expect(within(table).getByText(/^thedentalpracticemarket/)).toBeVisible();
  expect(screen.queryByText(/^Multiples:/)).toBeNull();
});

it('places a point where a score is assumed, and saves it with the valuation', async () => {
  const calls = stubApi({
    ...responses,
    'POST /businesses/{id}/valuations': () => ({ valuation: aValuation(1) }),
  });
  const table = await open();
  await type('Assumed readiness score', '60');
  expect(within(table).getByRole('columnheader', { name: 'At readiness score 60' })).toBeVisible();
  expect(findRow(table, /^SDE/)).toContain('$630,000$1,008,000$1,260,000');
  await userEvent.click(screen.getByRole('button', { name: 'Save valuation' }));
  await userEvent.type(await screen.findByLabelText('Note'), 'First talk');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Valuation saved')).toBeVisible();
  expect(listSentCalls(calls)).toMatchObject([
    { body: { version: 3, assumedScore: 60, note: 'First talk', affordability: null } },
  ]);
});

it('rejects an invalid score', async () => {
  stubApi(responses);
  await open();
  await type('Assumed readiness score', '101');
  expect(screen.getByText('From 0 to 100')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save valuation' })).toBeDisabled();
});

it('works out what a buyer can pay as one types, against the asking price, and keeps it when saved', async () => {
  const calls = stubApi({
    ...responses,
    'POST /businesses/{id}/valuations': () => ({ valuation: aValuation(1) }),
  });
  await open();
  await userEvent.click(screen.getByText('What can a buyer pay?'));
  const result = within(screen.getByRole('group', { name: 'What the buyer can pay' }));
  expect(result.getByText(/Enter the replacement salary/)).toBeVisible();
  await type('Replacement salary', '150k');
  await type('Capex', '10,000');
  await type('Buyer’s cash', '142,730');
  await type('Closing costs', '27,299');
  expect(result.getByRole('status')).toHaveTextContent('The buyer can pay $1,400,000');
  expect(result.getByText(/asking price/)).toHaveTextContent('That is $500,000 above the asking price.');
  expect(result.getByText('Maximum loan').parentElement).toHaveTextContent('$1,284,569');
  expect(screen.getByLabelText('Replacement salary')).toHaveValue('150,000');
  await userEvent.click(screen.getByRole('checkbox', { name: /real estate/ }));
  expect(screen.getByLabelText('Term')).toHaveValue('300');
  await userEvent.click(screen.getByRole('button', { name: 'Save valuation' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listSentCalls(calls)).toHaveLength(1));
  expect(listSentCalls(calls)).toMatchObject([
    {
      body: {
        affordability: {
          ruleId: tables.financingRules[0]?.id,
          months: 300,
          ratePercent: 10.5,
          dscr: 1.25,
          replacementSalaryCents: 150_000_00,
          cashCents: 142_730_00,
          sellerNoteCents: 0,
          isNoteOnStandby: true,
        },
      },
    },
  ]);
}, 20_000);

it('asks for the payment on a note that is not on standby, and flags invalid amounts', async () => {
  stubApi(responses);
  await open();
  await userEvent.click(screen.getByText('What can a buyer pay?'));
  expect(screen.queryByLabelText('Note payments')).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: /full standby/ }));
  await type('Note payments', 'some');
  await userEvent.tab();
  expect(await screen.findByText(/Enter an amount such as/)).toBeVisible();
  await type('Replacement salary', '150k');
  await type('Buyer’s cash', '100k');
  expect(screen.getByText(/Correct the highlighted figure/)).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Note payments'));
  await type('Seller note', '300k');
  expect(screen.getByText(/^Enter the annual payments on the seller note/)).toBeVisible();
  await type('Note payments', '69,598');
  expect(screen.getByText(/^The buyer can pay/)).toBeVisible();
  await userEvent.clear(screen.getByLabelText('DSCR'));
  await type('DSCR', '1.00');
  await userEvent.tab();
  expect(await screen.findByText('At least 1.15 under this rule')).toBeVisible();
}, 20_000);

it('lists saved valuations, and opens them unchanged', async () => {
  const body = {
    ruleId: anId(7),
    months: 120,
    ratePercent: 10.5,
    dscr: 1.25,
    basis: 'sde' as const,
    replacementSalaryCents: 150_000_00,
    capexCents: 0,
    cashCents: 100_000_00,
    sellerNoteCents: 50_000_00,
    isNoteOnStandby: true,
    notePaymentsCents: 0,
    closingCostsCents: 0,
    workingCapitalCents: 0,
  };
  const affordability = valueCase({
    rule: aFinancingRule(7),
    body,
    earnings: { sdeCents: 420_000_00, ebitdaCents: null },
  });
  const old = aValuation(5, { note: 'By last year’s return', assumedScore: 40, affordability });
  stubApi({
    ...responses,
    'GET /businesses/{id}/valuations': () => ({ valuations: [old], total: 1, nextCursor: null }),
  });
  await open(createPractice({ sdeCents: 999_000_00 }));
  expect(await screen.findByText('By last year’s return')).toBeVisible();
  const saved = screen.getByText(/by Avery Whitfield/);
  expect(saved).toHaveTextContent('SDE $630,000–$1,260,000');
  await userEvent.click(saved);
  expect(screen.getByText(/A readiness score of 40 was assumed/)).toBeVisible();
  const assumed = screen.getByRole('heading', { name: 'Buyer assumptions' }).parentElement;
  expect(assumed).toHaveTextContent('SDE$420,000Replacement salary$150,000Buyer’s cash$100,000');
  expect(assumed).toHaveTextContent('Seller note on full standby$50,000');
  expect(assumed).not.toHaveTextContent('Capex');
  expect(screen.getByText(/^The buyer can pay/)).toHaveTextContent('$1,483,975');
});

it('counts what a buyer can pay from EBITDA where that is chosen, without a replacement salary', async () => {
  stubApi(responses);
  await open(createPractice({ ebitdaCents: 260_000_00 }));
  await userEvent.click(screen.getByText('What can a buyer pay?'));
  await type('Buyer’s cash', '1m');
  expect(screen.getByText(/^Enter the replacement salary/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Cash flow from'), 'Adjusted EBITDA');
  expect(screen.queryByLabelText('Replacement salary')).toBeNull();
  const result = within(screen.getByRole('group', { name: 'What the buyer can pay' }));
  expect(result.getByText('Cash available for debt service').nextSibling).toHaveTextContent('$260,000');
});

it('says what is needed where the record has no figures, and offers no save', async () => {
  stubApi(responses);
  await openWork(<ValuationCard business={aBusinessDetail(1)} />);
  expect(await screen.findByText(/No figures yet/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save valuation' })).toBeNull();
});

it('distinguishes a loss from a missing figure, and offers no save without a value', async () => {
  stubApi(responses);
  const table = await open(createPractice({ sdeCents: -1, ebitdaCents: 0 }));
  expect(findRow(table, /^SDE/)).toContain('SDE must be above zero');
  expect(screen.queryByRole('button', { name: 'Save valuation' })).toBeNull();
});

it('offers no save without permission to change the record', async () => {
  stubApi(responses);
  await open(
    createPractice({ abilities: { canUpdate: false, canMove: false, canOverride: false, canDelete: false } }),
  );
  expect(screen.queryByRole('button', { name: 'Save valuation' })).toBeNull();
});

it('shows the failure, and retries', async () => {
  let isDown = true;
  stubApi({
    ...responses,
    'GET /valuation-tables': () => (isDown ? errorResponse(503, 'UNAVAILABLE') : tables),
  });
  await openWork(<ValuationCard business={createPractice()} />);
  expect(await screen.findByText('The valuation tables could not be loaded')).toBeVisible();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: /again|Retry/ }));
  expect(await screen.findByRole('table', { name: 'Value by method, in USD' })).toBeVisible();
});

it('keeps the note if the business has changed, with a notice', async () => {
  stubApi({ ...responses, 'POST /businesses/{id}/valuations': () => errorResponse(409, 'STALE_VERSION') });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Save valuation' }));
  await userEvent.type(await screen.findByLabelText('Note'), 'For the owner');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Someone else changed the business/)).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveValue('For the owner');
});
