import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CustomerList } from '#test-setup/customer-list.tsx';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer, anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi } from '#test-setup/work.tsx';

const responses = {
  'GET /users': () => ({ users: [aCustomer(1)], total: 1, nextCursor: null }),
  'GET /saved-views': () => ({ savedViews: [] }),
  'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
};

it('are changed in the URL that names them, and not in the user’s settings', async () => {
  stubApi(responses, aProfile({ role: 'ADMIN' }));
  await openWork(<CustomerList />, { address: `/?view=${anId(7)}&columns=phone,email` });
  await screen.findByRole('link', { name: 'Customer 1' });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Phone column' }));
  await user.click(screen.getByRole('menuitem', { name: 'Hide column' }));
  expect(new URLSearchParams(getUrl().search).get('columns')).toBe('email');
  expect(screen.queryByRole('button', { name: 'Phone column' })).not.toBeInTheDocument();
  expect(Object.keys(localStorage).filter((key) => key.includes('Columns'))).toEqual([]);
});

it('of custom fields that have not loaded keep their places when others are moved, until all are reset', async () => {
  const profile = aProfile({ role: 'ADMIN' });
  stubApi({ ...responses, 'GET /custom-fields': () => errorResponse(500, 'INTERNAL') }, profile);
  const { id, workspaceId } = profile;
  const stored = `customerColumns:${id}:${String(workspaceId)}`;
  const field = `custom.${anId(101)}`;
  localStorage.setItem(stored, `phone,${field},email`);
  await openWork(<CustomerList />);
  await screen.findByRole('link', { name: 'Customer 1' });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Phone column' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move right' }));
  expect(localStorage.getItem(stored)).toBe(`email,${field},phone`);
  await user.click(screen.getByRole('button', { name: 'Display' }));
  await user.click(await screen.findByRole('button', { name: 'Reset columns' }));
  expect(localStorage.getItem(stored)).toBeNull();
});

it('leave room to the name while they are empty, unless something can be typed into them', async () => {
  const widths = async (email: string | null) => {
    const customer = aCustomer(1, { email, phone: null });
    stubApi(
      { ...responses, 'GET /users': () => ({ users: [customer], total: 1, nextCursor: null }) },
      aProfile({ role: 'ADMIN' }),
    );
    const { unmount } = await openWork(<CustomerList />, { address: '/?columns=email,phone' });
    await screen.findByRole('link', { name: 'Customer 1' });
    const columns = [...document.querySelectorAll('col')].map(({ style }) => Number.parseInt(style.width));
    unmount();
    return columns.slice(1, 4);
  };
  const [name = 0, mail = 0, phone] = await widths('one@example.com');
  expect(await widths(null)).toEqual([name + mail - 80, 80, phone]);
});

it('a tag filter stays when its choices could not be loaded', async () => {
  const calls = stubApi(
    { ...responses, 'GET /tags': () => errorResponse(500, 'INTERNAL') },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />, { address: `/?tagId=${anId(9)}` });
  await screen.findByRole('link', { name: 'Customer 1' });
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }));
  const apply = await screen.findByRole('button', { name: 'Apply' });
  await userEvent.click(apply);
  expect(within(document.body).queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument();
  expect(new URLSearchParams(getUrl().search).getAll('tagId')).toEqual([anId(9)]);
  expect(
    calls.filter(({ path }) => path === '/users').every(({ query }) => query.get('tagId') === anId(9)),
  ).toBe(true);
});
