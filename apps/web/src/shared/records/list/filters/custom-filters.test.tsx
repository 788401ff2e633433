import { DateInputContext } from '@handover/ui/forms/date-inputs.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import DateInput from '#shared/dates/date-input.tsx';
import { aList } from '#test-setup/customer-list.tsx';
import { formatCondition } from './custom-filters.ts';
import { FilterBar } from './filter-bar.tsx';
import { plainSearch } from '../list-search.ts';

const [worth, type, note, old, renewal] = [anId(1), anId(2), anId(3), anId(4), anId(5)];
const group = { id: anId(12), label: 'Group' };
const dentist = { id: anId(13), label: 'Dentist' };
const investor = { id: anId(14), label: 'Investor' };
const createField = (
  id: string,
  name: string,
  kind: 'money' | 'choice' | 'text' | 'date',
  isArchived = false,
) => ({
  id,
  recordType: 'customer' as const,
  name,
  kind,
  choices: kind === 'choice' ? [group, dentist, investor] : [],
  isArchived,
  version: 1,
});
const fields = [
  createField(worth, 'Net worth', 'money'),
  createField(type, 'Buyer type', 'choice'),
  createField(note, 'Remark', 'text'),
  createField(old, 'Old one', 'text', true),
  createField(renewal, 'Renewal', 'date'),
];

async function openPanel(custom: readonly string[]) {
  stubApi({
    'GET /custom-fields': () => ({ customFields: fields, currency: 'USD' }),
    'GET /tags': () => ({ tags: [] }),
    'GET /sources': () => ({ sources: [] }),
  });
  const setFilter = vi.fn();
  await openWork(
    <DateInputContext value={DateInput}>
      <FilterBar
        list={aList}
        isPhone={false}
        navigation={{
          search: { ...plainSearch, filter: { custom } },
          setFilter,
          clearFilter: vi.fn(),
          setSort: vi.fn(),
          setLimit: vi.fn(),
          setDisplay: vi.fn(),
          toNext: vi.fn(),
          toPrevious: vi.fn(),
          toFirst: vi.fn(),
        }}
      />
    </DateInputContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }));
  await screen.findByLabelText('Net worth up to');
  return setFilter;
}

it('opens in a dialog with a name and returns the focus when it closes', async () => {
  await openPanel([]);
  const button = screen.getByRole('button', { name: 'Add filter', hidden: true });
  expect(screen.getByRole('dialog', { name: 'More filters' })).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  expect(await screen.findByRole('dialog', { name: 'More filters' })).toBeVisible();
});

it('takes all choices of a field with other conditions, and says when they are too many', async () => {
  const setFilter = await openPanel(Array.from({ length: 120 }, (_, at) => `${old}:is:${String(at)}`));
  await userEvent.click(screen.getByLabelText('Group'));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Too many choices. Select fewer.')).toBeVisible();
  expect(setFilter).not.toHaveBeenCalled();
  await userEvent.click(screen.getByLabelText('Group'));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(setFilter).toHaveBeenCalledOnce();
});

it('applies what is typed and keeps conditions without an input', async () => {
  const setFilter = await openPanel([`${old}:filled`, `${note}:is:x`, `${worth}:max:500`]);
  expect(screen.getByLabelText('Net worth up to')).toHaveValue('5');
  await userEvent.type(screen.getByLabelText('Net worth from'), '1.25M');
  await userEvent.click(screen.getByLabelText('Group'));
  await userEvent.selectOptions(screen.getByLabelText('Remark filled in'), 'Empty');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(setFilter).toHaveBeenCalledWith(
    expect.objectContaining({
      custom: [
        `${old}:filled`,
        `${note}:is:x`,
        `${worth}:min:125000000`,
        `${worth}:max:500`,
        `${type}:is:${group.id}`,
        `${note}:empty`,
      ],
    }),
  );
});

it('takes dates as people say them', async () => {
  const setFilter = await openPanel([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Added from' }), 'Nov 27 2030');
  await userEvent.type(screen.getByRole('textbox', { name: 'Renewal from' }), 'Dec 24 2030');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(setFilter).toHaveBeenCalledWith(
    expect.objectContaining({ createdFrom: '2030-11-27', custom: [`${renewal}:min:2030-12-24`] }),
  );
});

it('keeps several choices, and several conditions of one kind', async () => {
  const conditions = [
    `${worth}:min:100`,
    `${worth}:min:700`,
    `${type}:is:${dentist.id}`,
    `${type}:is:${investor.id}`,
    `${type}:filled`,
    `${note}:contains:calm`,
    `${note}:contains:late`,
  ];
  const setFilter = await openPanel(conditions);
  expect(screen.getByLabelText('Group')).not.toBeChecked();
  expect(screen.getByLabelText('Dentist')).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  const { custom } = setFilter.mock.calls[0]?.[0] ?? {};
  expect(custom.toSorted()).toEqual(conditions.toSorted());
});

it('removes one of several choices', async () => {
  const setFilter = await openPanel([`${type}:is:${dentist.id}`, `${type}:is:${investor.id}`]);
  await userEvent.click(screen.getByLabelText('Dentist'));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(setFilter).toHaveBeenCalledWith(expect.objectContaining({ custom: [`${type}:is:${investor.id}`] }));
});

it('shows each condition in words', () => {
  const conditions = [
    `${worth}:min:100`,
    `${type}:is:${group.id}`,
    `${note}:contains:calm`,
    `${note}:filled`,
  ];
  const custom = { all: fields, active: fields, currency: 'USD' };
  expect(conditions.map((condition) => formatCondition(condition, custom))).toEqual([
    'Net worth from $1',
    'Buyer type: Group',
    'Remark contains calm',
    'Remark is filled in',
  ]);
});
