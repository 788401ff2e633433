import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { PlanOptions, PlanHint } from './customer-labels.tsx';

const choices = [
  { id: anId(1), name: 'Basic', isArchived: false },
  { id: anId(2), name: 'Legacy', isArchived: true },
];

function Choice({ current, withArchived = false }: { current: string; withArchived?: boolean }) {
  return (
    <>
      <select value={current} onChange={() => undefined}>
        <PlanOptions current={current} withArchived={withArchived} />
      </select>
      <p>
        <PlanHint />
      </p>
    </>
  );
}
async function listOptions(current: string, withArchived = false, plans = choices): Promise<string[]> {
  stubApi({ 'GET /client-plans/choices': () => ({ clientPlans: plans }) });
  const shown = await openWork(<Choice current={current} withArchived={withArchived} />);
  if (plans.length > 0) await screen.findByRole('option', { name: plans[0]?.name ?? '' });
  const options = within(screen.getByRole('combobox')).queryAllByRole('option');
  expect(screen.getByRole('combobox')).toHaveDisplayValue(
    current === '' ? (plans[0]?.name ?? '') : new RegExp(current),
  );
  const texts = options.map(({ textContent }) => textContent);
  shown.unmount();
  return texts;
}

it('offers assignable plans; an archived one to its customers and in filters', async () => {
  expect(await listOptions('')).toEqual(['Basic']);
  expect(await listOptions('Legacy')).toEqual(['Basic', 'Legacy (archived)']);
  expect(await listOptions('', true)).toEqual(['Basic', 'Legacy (archived)']);
  expect(await listOptions('Renamed')).toEqual(['Basic', 'Renamed']);
});

it('links to where plans are added when there are none', async () => {
  stubApi({ 'GET /client-plans/choices': () => ({ clientPlans: [] }) });
  await openWork(<Choice current="" />);
  expect(await screen.findByText(/A superadmin adds them in the settings/)).toBeVisible();
});
