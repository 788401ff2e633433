import type { StageTotal } from '@handover/contract/dashboard.ts';
import { businessStages, type BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import pillSheet from '@handover/ui-lite/parts/pill.module.css?raw';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { GrowthPanel } from './growth-panel.tsx';
import { StagesPanel } from './stages-panel.tsx';
import headlineSheet from './headline.module.css?raw';
import { Headline } from './headline.tsx';
import { NeedsAttention } from './attention.tsx';

const months = ['06', '07', '08', '09', '10', '11'].map((month, index) => ({
  from: `2026-${month}-01`,
  to: `2026-${month}-${month === '06' || month === '09' || month === '11' ? '30' : '31'}`,
  count: [0, 4, 2, 1, 5, 3][index] ?? 0,
}));
const createStages = (changes: Partial<Record<BusinessStage, Partial<StageTotal>>>): StageTotal[] =>
  businessStages.map((stage) => ({ stage, count: 0, unpricedCount: 0, asking: [], ...changes[stage] }));
const pipeline = createStages({
  lead: { count: 3, unpricedCount: 2, asking: [{ currency: 'USD', cents: 100_000_00 }] },
  on_market: {
    count: 2,
    asking: [
      { currency: 'CAD', cents: 70_000_00 },
      { currency: 'USD', cents: 1_400_000_50 },
    ],
  },
  sold: { count: 7, asking: [{ currency: 'USD', cents: 9_000_000_00 }] },
});
const createTask = (number: number, dueDate: string) => ({
  id: anId(number),
  title: `Task ${String(number)}`,
  status: 'open',
  priority: 'normal',
  dueDate,
  customer: null,
  business: null,
  version: 4,
});
const mail = {
  id: anId(50),
  customer: { id: anId(51), name: 'Ann Abbott' },
  subject: 'The lease',
  snippet: 'Where is it?',
  status: 'received',
  statusDetail: null,
  createdAt: '2026-11-20T15:00:00.000Z',
};
const none = { total: 0, nextCursor: null };
const quiet = {
  'GET /tasks': () => ({ tasks: [], ...none }),
  'GET /dashboard/unanswered': () => ({ mails: [], ...none }),
  'GET /dashboard/undelivered': () => ({ mails: [], ...none }),
  'GET /triage': () => ({ mails: [], ...none }),
  'GET /dashboard/businesses': () => ({
    urgent: {
      stuck: { days: 30, total: 0, businesses: [] },
      leases: { before: '2027-05-20', total: 0, businesses: [] },
    },
  }),
  'GET /deals': () => ({ deals: [], similar: [], ...none }),
  'GET /agreements': () => ({ agreements: [], similar: [], ...none }),
  'GET /licenses': () => ({ licenses: [] }),
  'GET /dashboard/customers': () => ({ growth: { total: 1204, months } }),
  'GET /dashboard/stages': () => ({ stages: pipeline }),
};
const me = aProfile().id;
/** One task of the user that is due, and no client task. */
const createDueTaskResponse = ({ query }: Call) =>
  query.has('audience')
    ? { tasks: [], ...none }
    : { tasks: [createTask(1, '2026-11-19')], total: 1, nextCursor: null };

describe('the headline', () => {
  it('links each figure to the list that it counts', async () => {
    stubApi({
      ...quiet,
      'GET /tasks': () => ({
        tasks: [createTask(1, '2026-11-19'), createTask(2, '2026-11-21')],
        total: 2,
        nextCursor: null,
      }),
      'GET /dashboard/unanswered': () => ({ mails: [mail], total: 6, nextCursor: 'x' }),
    });
    await openWork(<Headline />);
    const link = (name: RegExp) => screen.findByRole('link', { name });
    expect(await link(/Your tasks due 2 1 overdue/)).toHaveAttribute(
      'href',
      `/admin/tasks?assigneeId=${me}&dueTo=2026-11-21`,
    );
    expect(await link(/Needs a reply 6/)).toHaveAttribute('href', '/#unanswered');
    expect(await link(/Open businesses 5 .*\$1,500,000\.50 total asking price/)).toHaveAttribute(
      'href',
      '/admin/business-center?isOpen=true',
    );
    expect(await link(/New this month 3 of 1,204 customers/)).toHaveAttribute(
      'href',
      '/admin/users?createdFrom=2026-11-01&createdTo=2026-11-30',
    );
  });

  it('shows only figures of areas that are open', async () => {
    const calls = stubApi(quiet, aProfile({ role: 'STAFF', areas: ['dashboard', 'tasks'] }));
    await openWork(<Headline />);
    await screen.findByText('Nothing due today');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(calls.map(({ path }) => path)).toEqual(['/auth/profile', '/tasks']);
  });

  it('shrinks the tiles that count nothing, at every width', async () => {
    stubApi(quiet);
    await openWork(<Headline />);
    await screen.findByText('Nothing due today');
    await screen.findByText('of 1,204 customers');
    const isZero = (name: RegExp) =>
      screen.getByRole('link', { name }).closest('li')?.className.includes('zero');
    expect(isZero(/^Your tasks due/)).toBe(true);
    expect(isZero(/^New this month/)).toBe(false);
    expect(headlineSheet).toMatch(/\n\.item \{[^}]*flex: 3 1 40%/);
    expect(headlineSheet).toMatch(/\n\.zero \{\s*flex: 2 1 34%/);
  });

  it('shows that a number is not available rather than 0', async () => {
    stubApi({ ...quiet, 'GET /dashboard/stages': () => errorResponse(503, 'UNAVAILABLE') });
    await openWork(<Headline />);
    expect(await screen.findByRole('link', { name: /Open businesses .*not available/ })).toBeVisible();
  });
});

describe('what waits', () => {
  it('is a calm line when nothing does', async () => {
    stubApi(quiet);
    await openWork(<NeedsAttention />);
    expect(await screen.findByText(/You are all caught up/)).toBeVisible();
  });

  it('lists stalled deals, and NDAs and licenses that end soon, each with its record', async () => {
    const calls = stubApi({
      ...quiet,
      'GET /deals': () => ({
        deals: [
          {
            id: anId(1),
            buyer: { id: anId(2), name: 'Bo Buyer' },
            business: { id: anId(3), name: 'Bright Dental' },
            stageEnteredAt: '2026-10-01T12:00:00.000Z',
          },
        ],
        similar: [],
        total: 7,
        nextCursor: 'more',
      }),
      'GET /agreements': () => ({
        agreements: [
          {
            id: anId(4),
            customer: { id: anId(2), name: 'Nora Nda' },
            businesses: [{ id: anId(3), name: 'Bright Dental' }],
            expiresOn: '2026-12-01',
          },
        ],
        similar: [],
        total: 1,
        nextCursor: null,
      }),
      'GET /licenses': () => ({
        licenses: [
          {
            id: anId(5),
            business: { id: anId(3), name: 'Bright Dental' },
            state: 'TX',
            board: 'Board of Pharmacy',
            number: '1',
            expiresOn: '2026-11-01',
            version: 1,
          },
        ],
      }),
    });
    await openWork(<NeedsAttention />);
    const today = aProfile().today;
    const deals = within(await screen.findByRole('region', { name: 'Stalled deals' }));
    const before = addDays(today, -30);
    expect(deals.getByRole('link', { name: 'Stalled deals 7' })).toHaveAttribute(
      'href',
      `/admin/business-center/deals?isOpen=true&stageBefore=${before}&sort=stageEnteredAt`,
    );
    expect(deals.getByRole('link', { name: 'Bo Buyer' })).toHaveAttribute(
      'href',
      `/admin/business-center/deals/${anId(1)}`,
    );
    const ndas = within(screen.getByRole('region', { name: 'Expiring NDAs' }));
    expect(ndas.getByText('Dec 1, 2026')).toBeVisible();
    const licenses = within(screen.getByRole('region', { name: 'Expiring licenses' }));
    expect(licenses.getByText('Expired Nov 1, 2026')).toBeVisible();
    const queriesOf = (path: string) =>
      calls.filter((call) => call.path === path).map(({ query }) => query.toString());
    expect(queriesOf('/deals')).toEqual([`isOpen=true&stageBefore=${before}&sort=stageEnteredAt&limit=4`]);
    expect(queriesOf('/agreements')).toEqual(['isExpiring=true&sort=expiresOn&limit=4']);
    expect(queriesOf('/licenses')).toEqual([`expiresBefore=${addDays(today, 60)}`]);
  });

  it('lists undelivered email in red, with its cause and the way to its message', async () => {
    const cause = 'The mailbox is full.';
    const failed = { ...mail, status: 'failed', statusDetail: cause };
    const uncertain = { ...mail, id: anId(52), subject: '', status: 'uncertain' };
    stubApi({
      ...quiet,
      'GET /dashboard/undelivered': () => ({ mails: [failed, uncertain], total: 3, nextCursor: 'x' }),
    });
    await openWork(<NeedsAttention />);
    const section = within(await screen.findByRole('region', { name: 'Undelivered email' }));
    expect(section.getByRole('heading')).toHaveTextContent('Undelivered email 3');
    const [first, second] = section.getAllByRole('listitem');
    expect(first).toHaveTextContent(`Ann Abbott ${cause}`);
    expect(section.getByRole('link', { name: 'The lease' })).toHaveAttribute(
      'href',
      `/admin/users/view/${mail.customer.id}?tab=conversation#message-${mail.id}`,
    );
    expect(within(first as HTMLElement).getByText('Failed').className).toContain('error');
    expect(pillSheet).toMatch(/\.error \{[^}]*color: var\(--color-error-text\)/);
    expect(second).toHaveTextContent('(no subject)');
    expect(within(second as HTMLElement).getByText('Delivery unknown').className).toContain('warning');
    expect(section.getByRole('button', { name: 'Show 1 more' })).toBeVisible();
  });

  it('a task is done with one click and open again with another', async () => {
    const user = userEvent.setup();
    const calls = stubApi({
      ...quiet,
      'GET /tasks': () => ({ tasks: [createTask(1, '2026-11-19')], total: 1, nextCursor: null }),
      'PATCH /tasks/{id}': () => ({ task: { ...createTask(1, '2026-11-19'), version: 5 } }),
    });
    await openWork(<NeedsAttention />);
    await user.click(await screen.findByRole('checkbox', { name: 'Done: Task 1' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const changes = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    await waitFor(() =>
      expect(changes()).toEqual([
        { version: 4, status: 'done' },
        { version: 5, status: 'open' },
      ]),
    );
  });

  it('lists client tasks of the next seven days with their records', async () => {
    const clientTask = { ...createTask(3, '2026-11-24'), customer: { id: anId(9), name: 'Ann Abbott' } };
    const calls = stubApi({
      ...quiet,
      'GET /tasks': ({ query }) =>
        query.get('audience') === 'client'
          ? { tasks: [clientTask], total: 1, nextCursor: null }
          : { tasks: [], ...none },
    });
    await openWork(<NeedsAttention />);
    const section = within(await screen.findByRole('region', { name: 'Client tasks due soon' }));
    expect(section.getByRole('link', { name: 'Task 3' })).toHaveAttribute(
      'href',
      `/admin/tasks?task=${anId(3)}`,
    );
    expect(section.getByRole('link', { name: 'Ann Abbott' })).toHaveAttribute(
      'href',
      `/admin/users/view/${anId(9)}?tab=tasks#task-${anId(3)}`,
    );
    expect(section.getByText(/Nov 24/)).toBeVisible();
    expect(section.queryByRole('checkbox')).not.toBeInTheDocument();
    const asked = calls.find(({ query }) => query?.get('audience') === 'client');
    expect(asked?.query.get('dueTo')).toBe('2026-11-28');
  });

  it('is shown together, without panels that take longer than a second', async () => {
    const mails = Promise.withResolvers<unknown>();
    stubApi({
      ...quiet,
      'GET /dashboard/unanswered': () => mails.promise,
      'GET /tasks': createDueTaskResponse,
    });
    await openWork(<NeedsAttention />);
    await expect(screen.findByText('Task 1', {}, { timeout: 300 })).rejects.toThrow('Task 1');
    expect(await screen.findByText('Task 1', {}, { timeout: 2000 })).toBeVisible();
    expect(screen.queryByText('The lease')).toBeNull();
    mails.resolve({ mails: [mail], total: 1, nextCursor: null });
    expect(await screen.findByText('The lease')).toBeVisible();
  });

  it('a failed panel shows its own error and a Retry button', async () => {
    const user = userEvent.setup();
    let isDown = true;
    stubApi({
      ...quiet,
      'GET /dashboard/unanswered': () =>
        isDown ? errorResponse(503, 'UNAVAILABLE') : { mails: [mail], total: 1, nextCursor: null },
      'GET /tasks': createDueTaskResponse,
    });
    await openWork(<NeedsAttention />);
    const failed = await screen.findByRole('alert');
    expect(screen.getByText('Task 1')).toBeVisible();
    isDown = false;
    await user.click(within(failed).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'The lease' })).toHaveAttribute(
      'href',
      `/admin/users/view/${mail.customer.id}?tab=conversation#message-${mail.id}`,
    );
  });
});

describe('the figures', () => {
  it('new customers are in a table under their months', async () => {
    stubApi(quiet);
    await openWork(<GrowthPanel />);
    const table = await screen.findByRole('table', { name: 'Customers by the month they were added' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.ariaLabel),
    ).toEqual(['June', 'July', 'August', 'September', 'October', 'November']);
    const columns = within(table).getAllByRole('link');
    expect(columns.map(({ ariaLabel }) => ariaLabel)).toEqual([
      '0 added in June',
      '4 added in July, 4 more than in June',
      '2 added in August, 2 fewer than in July',
      '1 added in September, 1 fewer than in August',
      '5 added in October, 4 more than in September',
      '3 added in November so far, after 5 in October',
    ]);
    expect(columns[4]).toHaveAttribute('href', '/admin/users?createdFrom=2026-10-01&createdTo=2026-10-31');
    expect(screen.getByText('3 added in November so far, after 5 in October.')).toBeVisible();
  });

  it('links to adding the first customers if there are none', async () => {
    stubApi({ ...quiet, 'GET /dashboard/customers': () => ({ growth: { total: 0, months } }) });
    await openWork(<GrowthPanel />);
    expect(await screen.findByRole('link', { name: 'Import them from a file' })).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('stages add up to the open total, each currency separately', async () => {
    stubApi(quiet);
    await openWork(<StagesPanel />);
    const table = await screen.findByRole('table', { name: 'Businesses and asking value by stage' });
    const sum = within(table).getByRole('row', { name: /^All open/ });
    expect(within(sum).getByRole('link', { name: '5 open businesses' })).toHaveAttribute(
      'href',
      '/admin/business-center?isOpen=true',
    );
    expect(sum).toHaveTextContent('CA$70,000');
    expect(sum).toHaveTextContent('$1,500,000.50');
    expect(within(table).getByRole('link', { name: '7 in Sold' })).toHaveAttribute(
      'href',
      '/admin/business-center?stage=sold',
    );
    expect(screen.getByText(/Excludes 2 businesses without a price/)).toBeVisible();
  });
});
