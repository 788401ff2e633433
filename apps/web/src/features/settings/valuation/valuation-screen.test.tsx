import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { someSettings } from '#test-setup/settings.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { aFinancingRule, aMarketSurvey, someMultiples } from '#test-setup/valuations.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import ValuationScreen from './valuation-screen.tsx';

beforeAll(async () => {
  await import('./market-survey-dialog.tsx');
});

const defaultTables = {
  multiples: someMultiples(),
  marketSurvey: aMarketSurvey(),
  financingRules: [aFinancingRule(7)],
};
const responses = {
  'GET /workspace': () => ({ workspace: someSettings() }),
  'GET /valuation-tables': () => defaultTables,
};
const dental = defaultTables.multiples[0];
const listSentRequests = (calls: readonly Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));
const openMultiple = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(screen.getByRole('dialog'));
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const type = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

it('shows each type with its multiples, sources, and edits', async () => {
  const changed = { type: 'dental', method: 'sde', low: 1.8, high: 2.755, source: 'Own deals' } as const;
  stubApi({
    ...responses,
    'GET /valuation-tables': () => ({ ...defaultTables, multiples: someMultiples(changed) }),
  });
  await openWork(<ValuationScreen />);
  const rows = (await screen.findByRole('rowheader', { name: 'Dental' })).closest('tbody');
  expect(rows).toHaveTextContent('1.80–2.755×Edited3.50–5.50×0.60–0.85×');
  expect(rows).toHaveTextContent('SDE: Own deals · as of Nov 22, 2026 · Medium confidence');
  expect(rows).toHaveTextContent('EBITDA, Revenue: thedentalpracticemarket.com, “How to Value a Dental');
  expect(screen.getByRole('rowheader', { name: 'Laboratory' }).closest('tbody')).toHaveTextContent(
    '–3.50–6.50×–dealflow-os.com, “What Is Your Lab & Diagnostics Company Worth?” · as of Nov 22, 2026',
  );
});

it('shows the delivered sources of types, survey, and rule', async () => {
  stubApi(responses);
  await openWork(<ValuationScreen />);
  for (const { type, source } of defaultTables.multiples) {
    const row = await screen.findByRole('rowheader', { name: businessTypeLabels[type] });
    expect(row.closest('tbody')).toHaveTextContent(`${source} · as of Nov 22, 2026`);
  }
  for (const { source } of [defaultTables.marketSurvey, ...defaultTables.financingRules])
    expect(screen.getByText(source, { exact: false })).toBeVisible();
});

it('changes a multiple with its source and clears both ends', async () => {
  const calls = stubApi({
    ...responses,
    'PUT /valuation-tables/multiples/dental/sde': () => ({ multiple: { ...dental, version: 2 } }),
  });
  await openWork(<ValuationScreen />);
  const dialog = await openMultiple(/Change SDE of Dental: 1\.50–3\.00×/);
  expect(dialog.queryByRole('button', { name: 'Reset to default' })).toBeNull();
  await type(dialog.getByLabelText('Low'), '1.8');
  await userEvent.clear(dialog.getByLabelText('High'));
  await save();
  expect(await dialog.findByText('Enter both values or neither')).toBeVisible();
  expect(listSentRequests(calls, 'PUT')).toEqual([]);
  await type(dialog.getByLabelText('High'), '2.75');
  await type(dialog.getByLabelText('Source'), 'Own deals');
  await userEvent.selectOptions(dialog.getByLabelText('Confidence'), 'High confidence');
  await save();
  expect(await screen.findByText('SDE for Dental saved')).toBeVisible();
  expect(listSentRequests(calls, 'PUT')).toEqual([
    {
      path: '/valuation-tables/multiples/dental/sde',
      body: {
        version: 1,
        low: 1.8,
        high: 2.75,
        source: 'Own deals',
        asOf: '2026-11-22',
        confidence: 'high',
        note: null,
      },
    },
  ]);
}, 20_000);

it('resets an edited multiple to its default', async () => {
  const changed = { type: 'dental', method: 'sde', low: 1, high: 2, version: 4 } as const;
  const calls = stubApi({
    ...responses,
    'GET /valuation-tables': () => ({ ...defaultTables, multiples: someMultiples(changed) }),
    'POST /valuation-tables/multiples/dental/sde/reset': () => ({ multiple: { ...dental, version: 5 } }),
  });
  await openWork(<ValuationScreen />);
  const dialog = await openMultiple(/Change SDE of Dental: .*edited/);
  await userEvent.click(dialog.getByRole('button', { name: 'Reset to default' }));
  await waitFor(() =>
    expect(listSentRequests(calls, 'POST')).toEqual([
      { path: '/valuation-tables/multiples/dental/sde/reset', body: { version: 4 } },
    ]),
  );
});

it('asks which version to keep on a conflict', async () => {
  const theirs = { ...dental, low: 2, high: 2.5, source: 'Theirs', isDelivered: false, version: 2 };
  const calls = stubApi({
    ...responses,
    'PUT /valuation-tables/multiples/dental/sde': ({ body }) =>
      (body as { version: number }).version === 2
        ? { multiple: { ...theirs, version: 3 } }
        : errorResponse(409, 'STALE_VERSION', { current: theirs }),
  });
  await openWork(<ValuationScreen />);
  const dialog = await openMultiple(/Change SDE of Dental/);
  await type(dialog.getByLabelText('Low'), '1.7');
  await save();
  expect(await dialog.findByText(/Current version: 2\.00–2\.50×, by Theirs/)).toBeVisible();
  await save();
  await waitFor(() =>
    expect(listSentRequests(calls, 'PUT').map(({ body }) => body)).toMatchObject([
      { version: 1, low: 1.7 },
      { version: 2, low: 1.7 },
    ]),
  );
}, 20_000);

it('validates a financing rule before adding it', async () => {
  const calls = stubApi({
    ...responses,
    'POST /financing-rules': () => ({ financingRule: aFinancingRule(8, { isDelivered: null }) }),
  });
  await openWork(<ValuationScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add rule' }));
  const dialog = within(screen.getByRole('dialog'));
  const fill = (label: string, text: string) => type(dialog.getByLabelText(label), text);
  await fill('Name', 'Conventional');
  await fill('Maximum loan', '2M');
  await fill('Interest rate', '9.125');
  await fill('Term', '84');
  await fill('Term with real estate', '60');
  await fill('Equity injection', '20');
  await fill('Seller note share', '0');
  await fill('Minimum DSCR', '1.2');
  await fill('Typical DSCR', '1.35');
  await fill('Source', 'First Bank');
  await save();
  expect(await dialog.findByText('Cannot be shorter than the term without real estate')).toBeVisible();
  await fill('Term with real estate', '240');
  await save();
  expect(await screen.findByText('Rule added')).toBeVisible();
  expect(listSentRequests(calls, 'POST').map(({ body }) => body)).toEqual([
    {
      name: 'Conventional',
      maxLoanCents: 2_000_000_00,
      months: 84,
      realEstateMonths: 240,
      minInjectionPercent: 20,
      standbySharePercent: 0,
      floorDscr: 1.2,
      usualDscr: 1.35,
      ratePercent: 9.125,
      source: 'First Bank',
      asOf: '2026-11-21',
      confidence: 'medium',
      note: null,
    },
  ]);
}, 30_000);

it('removes a rule of the workspace but not a default rule', async () => {
  const own = aFinancingRule(8, { name: 'Conventional', isDelivered: null });
  const calls = stubApi({
    ...responses,
    'GET /valuation-tables': () => ({ ...defaultTables, financingRules: [aFinancingRule(7), own] }),
    'DELETE /financing-rules/{id}': () => undefined,
  });
  await openWork(<ValuationScreen />);
  expect(await screen.findByRole('button', { name: 'Edit SBA 7(a)' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove SBA 7(a)' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Conventional' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Conventional removed')).toBeVisible();
  expect(listSentRequests(calls, 'DELETE')).toMatchObject([{ path: `/financing-rules/${own.id}` }]);
});

it('shows server errors at their fields and keeps what was typed', async () => {
  stubApi({
    ...responses,
    'PUT /financing-rules/{id}': () =>
      errorResponse(400, 'INVALID_INPUT', {
        errors: [{ path: 'name', message: 'Another rule has this name' }],
      }),
  });
  await openWork(<ValuationScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit SBA 7(a)' }));
  const dialog = within(screen.getByRole('dialog'));
  await type(dialog.getByLabelText('Name'), 'Taken');
  await save();
  expect(await dialog.findByText('Another rule has this name')).toBeVisible();
  expect(dialog.getByLabelText('Name')).toHaveValue('Taken');
});

it('shows the market survey, and changes its bands with their source', async () => {
  const calls = stubApi({
    ...responses,
    'PUT /valuation-tables/market-survey': () => ({ marketSurvey: aMarketSurvey({ version: 2 }) }),
  });
  await openWork(<ValuationScreen />);
  const table = within(await screen.findByRole('table', { name: 'Market survey by price' }));
  expect(table.getByRole('rowheader', { name: '$2,000,000 – $5,000,000' }).closest('tr')).toHaveTextContent(
    '93.30×4.00×',
  );
  expect(
    screen.getByText(`${aMarketSurvey().source} · Q3 2025 · Medium confidence`, { exact: false }),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit market survey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Market survey' }));
  const band = (number: number) => within(dialog.getByRole('group', { name: `Band ${String(number)}` }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove band 1' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove band 2' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add band' }));
  await type(band(2).getByLabelText('From'), '1.5M');
  await type(band(2).getByLabelText('To'), '4M');
  await type(band(2).getByLabelText('Months'), '10');
  await type(band(2).getByLabelText('SDE'), '3.45');
  await save();
  expect(await dialog.findByText('Must be at least the previous band’s upper limit')).toBeVisible();
  expect(listSentRequests(calls, 'PUT')).toEqual([]);
  await type(band(2).getByLabelText('From'), '2,000,000');
  await type(dialog.getByLabelText('As of'), '2025-12-31');
  await save();
  expect(await screen.findByText('Market survey saved')).toBeVisible();
  const [, kept] = aMarketSurvey().bands;
  const added = { fromCents: 2_000_000_00, toCents: 4_000_000_00, months: 10, sdeMultiple: 3.45 };
  expect(listSentRequests(calls, 'PUT')).toMatchObject([
    { body: { version: 1, bands: [kept, { ...added, ebitdaMultiple: null }], asOf: '2025-12-31' } },
  ]);
}, 20_000);

it('resets an edited market survey, also one without bands', async () => {
  const calls = stubApi({
    ...responses,
    'GET /valuation-tables': () => ({
      ...defaultTables,
      marketSurvey: aMarketSurvey({ bands: [], isDelivered: false, version: 3 }),
    }),
    'POST /valuation-tables/market-survey/reset': () => ({ marketSurvey: aMarketSurvey({ version: 4 }) }),
  });
  await openWork(<ValuationScreen />);
  expect(await screen.findByText('No price bands')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit market survey' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reset to default' }));
  await waitFor(() =>
    expect(listSentRequests(calls, 'POST')).toEqual([
      { path: '/valuation-tables/market-survey/reset', body: { version: 3 } },
    ]),
  );
});

it('shows an error when the tables cannot be loaded', async () => {
  stubApi({ ...responses, 'GET /valuation-tables': () => errorResponse(503, 'UNAVAILABLE') });
  await openWork(<ValuationScreen />);
  expect(await screen.findByText('The valuation tables could not be loaded')).toBeVisible();
});
