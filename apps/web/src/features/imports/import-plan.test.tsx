import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anImport } from '#test-setup/imports.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { ReadingFields } from './import-columns.tsx';
import { CheckSummary, ImportPlan } from './import-plan.tsx';

const run = anImport({
  columns: ['Full name', 'Mail'],
  samples: [['Ann Lee', 'Bob'], ['ann@example.com']],
  mapping: { '1': 'phone' },
  isMappingRemembered: true,
});

it('shows the file’s own values and asks for the name’s column', async () => {
  stubApi({});
  await openWork(<ImportPlan run={run} />);
  expect(screen.getByText(/mapping from your last file/)).toBeVisible();
  expect(screen.getAllByText('Ann Lee · Bob')[0]).toBeInTheDocument();
  expect(screen.getByText(/Choose the column that contains the name/)).toBeVisible();
});

it('keeps each choice on the server once rows have names, and starts with it', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'PATCH /imports/{id}': ({ body }) => ({ import: { ...run, ...(body as object) } }),
    'POST /imports/{id}/start': () => ({ import: { ...run, status: 'queued' } }),
  });
  await openWork(<ImportPlan run={run} />);
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);

  await user.selectOptions(screen.getByLabelText('Field for Full name'), 'Name');
  await user.selectOptions(screen.getByLabelText('Existing customers'), 'Fill empty fields only');
  await user.selectOptions(screen.getByLabelText('Mode'), 'Update existing only');
  await user.click(screen.getByText('Start import'));
  const choice = {
    mapping: { '0': 'name', '1': 'phone' },
    mode: 'update',
    overwrite: 'empty',
    fixCapitalization: false,
  };
  await waitFor(() => expect(calls.find(({ path }) => path.endsWith('/start'))?.body).toEqual(choice));
  expect(calls.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual(choice);
});

it('says which fields have several columns, of which only one value is used', async () => {
  const user = userEvent.setup();
  const columns = ['Name', 'Office phone', 'Cell', 'Group', 'Segment'];
  const tags = { key: 'tags', label: 'Tags', capitalization: null, isJoined: true };
  const mapping = { '0': 'name', '1': 'phone', '3': 'tags', '4': 'tags' };
  const phones = anImport({ columns, samples: [], mapping, fields: [...run.fields, tags] });
  stubApi({ 'PATCH /imports/{id}': ({ body }) => ({ import: { ...phones, ...(body as object) } }) });
  await openWork(<ImportPlan run={phones} />);
  expect(screen.queryByText(/several columns/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Field for Cell'), 'Phone');
  expect(screen.getByText(/several columns/)).toHaveTextContent(
    'Phone is mapped to several columns. Only the first value in each row is imported.',
  );
});

it.each([
  ['date', ['01/31/2020', '02/28/2021']],
  ['money', ['$1,250', '$980.50']],
  ['text', ['$1,250', 'none']],
])('adds an unmapped column as tags, or as a new %s field, in one click', async (kind, samples) => {
  const user = userEvent.setup();
  const unmapped = anImport({
    columns: ['Name', 'County', 'Licensed since'],
    samples: [['Ann'], ['Kent'], samples],
    mapping: { '0': 'name' },
    fields: [...run.fields, { key: 'tags', label: 'Tags', capitalization: null, isJoined: true }],
  });
  const field = { id: anId(9), name: 'Licensed since', kind };
  const calls = stubApi({
    'POST /custom-fields': () => ({ customField: field }),
    'PATCH /imports/{id}': ({ body }) => ({ import: { ...unmapped, ...(body as object) } }),
  });
  await openWork(<ImportPlan run={unmapped} />);
  await user.click(screen.getByRole('button', { name: 'Add County as tags' }));
  await user.click(screen.getByRole('button', { name: 'New field for Licensed since' }));
  await screen.findByText('Field “Licensed since” added');
  expect(calls.find(({ path }) => path === '/custom-fields')?.body).toEqual({
    recordType: 'customer',
    name: 'Licensed since',
    kind,
  });
  const mapping = { '0': 'name', '1': 'tags', '2': `custom.${field.id}` };
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').at(-1)?.body).toMatchObject({ mapping }),
  );
});

it('shows examples of fixed capitalization, and stores the choice', async () => {
  const user = userEvent.setup();
  const capitals = anImport({
    samples: [["PATRICK O'BRIEN"], ['PAT@X.TEST']],
    fixCapitalization: true,
  });
  const calls = stubApi({
    'PATCH /imports/{id}': ({ body }) => ({ import: { ...capitals, ...(body as object) } }),
  });
  await openWork(<ImportPlan run={capitals} />);
  expect(screen.getByRole('list', { name: 'Examples' })).toHaveTextContent(
    "PATRICK O'BRIEN → Patrick O'Brien",
  );
  await user.click(screen.getByRole('checkbox', { name: 'Fix capitalization' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ fixCapitalization: false }),
  );
});

it('previews the first rows with what is chosen', async () => {
  const user = userEvent.setup();
  const rows = [
    { row: 2, outcome: 'create', reason: null, values: { name: 'Ann Lee', email: 'ann@example.com' } },
    {
      row: 3,
      outcome: 'reject',
      reason: 'Email: “x” is not an address',
      values: { name: 'Bob', email: 'x' },
    },
  ];
  const calls = stubApi({ 'POST /imports/{id}/preview': () => ({ rows }) });
  await openWork(<ImportPlan run={{ ...run, mapping: { '0': 'name' } }} />);
  await user.click(screen.getByRole('tab', { name: 'Preview' }));
  await screen.findByText('First 2 rows: 1 to import, 1 skipped');
  expect(screen.getByText(/is not an address/)).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/preview'))?.body).toMatchObject({
    mapping: { '0': 'name' },
  });
});

it('shows what the import will do, and the progress of the check', async () => {
  stubApi({ 'GET /imports/{id}/problem-groups': () => ({ groups: [], open: 298, fixed: 2 }) });
  const counts = {
    rows: 5_000,
    individuals: 4_000,
    organizations: 700,
    created: 4_600,
    updated: 100,
    rejected: 300,
  };
  const check = { isComplete: true, failure: null, progress: 1, counts, overQuota: 0 };
  const named = { ...run, mapping: { '0': 'name' as const } };
  const { rerender } = await openWork(<ImportPlan run={{ ...named, check }} />);
  expect(screen.getByText(/skipped of/)).toHaveTextContent(
    '4,600 to create, 100 to update, 300 skipped of 5,000 rows',
  );
  expect(await screen.findByRole('tab', { name: 'Rows with errors (298)' })).toBeVisible();
  rerender(<CheckSummary recordType="customer" check={{ ...check, isComplete: false, progress: 0.4 }} />);
  expect(screen.getByRole('status')).toHaveTextContent('Checking every row: 40%');
  rerender(
    <CheckSummary
      recordType="customer"
      check={{ ...check, failure: 'File storage is not responding. Try again in a minute.' }}
    />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('is not responding');
});

it.each([
  [200, /has room for 4,400 of 4,600 new customers, so 200 rows will be skipped/],
  [4_599, /has room for 1 of 4,600 new customers, so 4,599 rows/],
  [4_600, /has room for 0 of 4,600 new customers, so 4,600 rows/],
])('warns that %d rows exceed the limit of the workspace’s plan', async (overQuota, warning) => {
  const counts = { rows: 5_000, individuals: 0, organizations: 0, created: 4_600, updated: 0, rejected: 400 };
  const check = { isComplete: true, failure: null, progress: 1, counts, overQuota };
  stubApi({});
  const { rerender } = await openWork(<CheckSummary recordType="customer" check={check} />);
  expect(screen.getByRole('alert')).toHaveTextContent(warning);
  rerender(<CheckSummary recordType="customer" check={{ ...check, overQuota: 0 }} />);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reads the file another way when asked', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ 'PATCH /imports/{id}/reading': () => ({ import: run }) });
  const { rerender } = await openWork(<ImportPlan run={run} />);
  await user.selectOptions(screen.getByLabelText('Delimiter'), 'Semicolon');
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/reading'))?.body).toEqual({
      encoding: 'UTF-8',
      delimiter: ';',
    }),
  );
  rerender(
    <ReadingFields
      run={{
        ...run,
        format: 'xlsx',
        sheets: [
          { name: 'A', rows: 3 },
          { name: 'B', rows: 9 },
        ],
      }}
      onReread={(reading) => void calls.push({ reading } as never)}
    />,
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sheet' }), 'B (9 rows)');
  expect(calls.at(-1)).toEqual({ reading: { sheet: 1 } });
});
