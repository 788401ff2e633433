import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { aProfile } from '#test-setup/profile.ts';
import ReportsScreen from './reports-screen.tsx';

const createOutcomes = (wonCount: number, lostCount: number) => ({
  report: {
    stages: [],
    sources: [
      { source: null, currency: 'USD', openCount: 0, openCents: 0, wonCount, lostCount, wonCents: 0 },
    ],
    brokers: [],
    lostReasons: [],
  },
});

it('compares the share of deals won with the 12 months before the period', async () => {
  const byFirstDay: Record<string, object> = {
    '2026-01-01': createOutcomes(3, 1),
    '2025-01-01': createOutcomes(1, 1),
    '2024-01-01': createOutcomes(0, 0),
  };
  stubApi(
    {
      'GET /deal-reports': ({ query }) => byFirstDay[query.get('from') ?? ''],
      'GET /deal-reports/forecast': () => ({ months: [] }),
      'GET /deals/board': () => ({ columns: [] }),
    },
    aProfile({ today: '2026-11-26' }),
  );
  await openWork(<ReportsScreen />);
  expect(await screen.findByText('75%', { selector: 'strong' })).toBeVisible();
  expect(await screen.findByText('12 months before: 50%, 1 won, 1 lost')).toBeVisible();

  await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last year');
  expect(await screen.findByText('12 months before: –, 0 won, 0 lost')).toBeVisible();
  expect(screen.getByText('50%', { selector: 'strong' })).toBeVisible();
});
