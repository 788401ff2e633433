import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aBusiness, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { OwnSales, SaleList } from './sale-list.tsx';

const broker = { id: anId(90), displayName: 'Jordan Blake' };

const task = { id: anId(9), title: 'Send the tax returns', status: 'open', business: null } as const;

it('shows the stage of the sale, the next step, and the task or person it is waiting on', async () => {
  stubApi({});
  await openWork(
    <SaleList
      businesses={[
        aBusiness(1, { name: 'Harbor Dental', stage: 'packaging', broker }),
        aBusiness(2, { name: 'Hill Clinic', stage: 'lead', broker }),
        aBusiness(3, { name: 'Lake Lab', stage: 'valuation', broker: null }),
      ]}
      clientTasks={[{ ...task, business: { id: anId(2), name: 'Hill Clinic' } }]}
    />,
  );
  const sale = (name: string) => within(screen.getByRole('listitem', { name }));
  expect(sale('Harbor Dental').getByText('Packaging', { selector: '[aria-current="step"] *' })).toBeVisible();
  expect(sale('Harbor Dental').getAllByText('On market')).toHaveLength(2);
  expect(sale('Harbor Dental').getByText('Jordan Blake')).toBeVisible();
  expect(sale('Hill Clinic').getByRole('link', { name: 'Send the tax returns' })).toHaveAttribute(
    'href',
    `/#task-${anId(9)}`,
  );
  expect(sale('Lake Lab').getByText('Our office')).toBeVisible();
});

it('calls the stages as the workspace does for its clients', async () => {
  const stageNames = { staff: {}, client: { packaging: 'Getting ready' } };
  stubApi({}, aProfile({ role: 'CLIENT', stageNames }));
  await openWork(<SaleList businesses={[aBusiness(1, { stage: 'packaging', broker })]} clientTasks={[]} />);
  expect(screen.getByText('Getting ready', { selector: '[aria-current="step"] *' })).toBeVisible();
  expect(screen.getByText(/^Getting ready, started/)).toBeVisible();
  expect(screen.getByText('Initial consultation')).toBeVisible();
  expect(screen.queryByText('Packaging')).toBeNull();
});

it('a task without a business is shown as waiting on the client for every sale', async () => {
  stubApi({});
  await openWork(<SaleList businesses={[aBusiness(1, { broker })]} clientTasks={[task]} />);
  expect(screen.getByRole('link', { name: 'Send the tax returns' })).toBeVisible();
});

it('waits on the broker once the client has sent what a task asks', async () => {
  stubApi({});
  const sent = { ...task, status: 'waiting' as const };
  await openWork(<SaleList businesses={[aBusiness(1, { broker })]} clientTasks={[sent]} />);
  expect(screen.getByText('Jordan Blake')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Send the tax returns' })).toBeNull();
});

it.each(['sold', 'withdrawn', 'expired'] as const)('a %s business has no next step', async (stage) => {
  stubApi({});
  await openWork(<SaleList businesses={[aBusiness(1, { stage, broker })]} clientTasks={[task]} />);
  expect(screen.queryByText('Next stage')).not.toBeInTheDocument();
  expect(screen.queryByText('Waiting on')).not.toBeInTheDocument();
});

it('explains what will be here to an owner without a business, and offers a retry after a failure', async () => {
  stubApi({ 'GET /businesses': () => ({ businesses: [], total: 0, nextCursor: null }) });
  const { unmount } = await openWork(<OwnSales clientTasks={[]} />);
  expect(await screen.findByText('No businesses yet')).toBeVisible();
  unmount();
  stubApi({ 'GET /businesses': () => errorResponse(503, 'UNAVAILABLE') });
  await openWork(<OwnSales clientTasks={[]} />);
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
});
