import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import OwnAccess from './own-access.tsx';

const of = { type: 'business', id: anId(1) } as const;

it('invites an advisor until a day, and removes them', async () => {
  const user = userEvent.setup();
  let grants: object[] = [];
  const calls = stubApi({
    'GET /access-grants/mine': () => ({ accessGrants: [] }),
    'GET /own-access-grants': () => ({ accessGrants: grants }),
    'POST /own-access-grants': () => {
      const accessGrant = {
        id: anId(8),
        name: 'cpa@x.test',
        isByClient: true,
        opensDataRoom: true,
        createdAt: '2026-01-01T00:00:00.000Z',
        expiresAt: '2026-12-01T05:00:00.000Z',
      };
      grants = [accessGrant];
      return { accessGrant };
    },
    'DELETE /own-access-grants/{id}': () => {
      grants = [];
      return undefined;
    },
  });
  await openWork(<OwnAccess of={of} name="Bright Dental" />);
  await user.click(await screen.findByRole('button', { name: 'Invite advisor to Bright Dental' }));
  await user.type(await screen.findByLabelText('Email'), 'cpa@x.test');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  const list = await screen.findByRole('list', { name: 'Advisors of Bright Dental' });
  expect(within(list).getByText('cpa@x.test')).toBeVisible();
  expect(within(list).getByText('Data room')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    recordType: 'business',
    recordId: anId(1),
    email: 'cpa@x.test',
  });
  await user.click(within(list).getByRole('button', { name: 'Remove access for cpa@x.test' }));
  await user.click(await screen.findByRole('button', { name: 'Remove access' }));
  expect(await screen.findByText('No one else has access')).toBeVisible();
});

it('says on the day what is wrong with it', async () => {
  const user = userEvent.setup();
  stubApi({
    'GET /access-grants/mine': () => ({ accessGrants: [] }),
    'GET /own-access-grants': () => ({ accessGrants: [] }),
    'POST /own-access-grants': () =>
      errorResponse(400, 'INVALID_INPUT', {
        errors: [{ path: 'expiresAt', message: 'Choose a date within one year' }],
      }),
  });
  await openWork(<OwnAccess of={of} name="Bright Dental" />);
  await user.click(await screen.findByRole('button', { name: 'Invite advisor to Bright Dental' }));
  await user.type(await screen.findByLabelText('Email'), 'cpa@x.test');
  const day = screen.getByLabelText('Access through');
  await user.clear(day);
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  expect(day).toHaveAccessibleDescription('Choose a day');
  expect(day).toHaveFocus();
  await user.type(day, '2099-12-01');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await vi.waitFor(() => expect(day).toHaveAccessibleDescription('Choose a date within one year'));
});

it('offers nothing for what others share with the client, and does not ask', async () => {
  const calls = stubApi({
    'GET /access-grants/mine': () => ({
      accessGrants: [{ id: anId(7), recordType: 'business', recordId: anId(1), level: 'view' }],
    }),
  });
  await openWork(<OwnAccess of={of} name="Bright Dental" />);
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain('/access-grants/mine'));
  expect(screen.queryByRole('button')).toBeNull();
  expect(calls.map(({ path }) => path)).not.toContain('/own-access-grants');
});
