import type { Activity } from '@handover/contract/records/activities.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startShortcuts } from '#shared/shortcuts/shortcuts.ts';
import { CustomerList, loadPreview } from '#test-setup/customer-list.tsx';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer, aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi } from '#test-setup/work.tsx';

function aNote(number: number): Activity {
  return {
    id: anId(100 + number),
    type: 'note.added',
    occurredAt: '2026-11-20T15:00:00.000Z',
    actor: { id: anId(90), displayName: 'Jordan Reyes' },
    subject: { kind: 'note', id: anId(200 + number), label: null, excerpt: `Note ${String(number)}` },
    changedFields: [],
    business: null,
    stages: null,
    delivery: null,
  };
}

const users = [1, 2, 3].map((number) => aCustomer(number));
let endShortcuts = (): void => undefined;

beforeAll(async () => {
  await Promise.all([import('./preview-panel.tsx'), loadPreview()]);
});
beforeEach(() => {
  endShortcuts = startShortcuts();
});
afterEach(() => endShortcuts());

async function open(answers: Parameters<typeof stubApi>[0] = {}, isPhone = false): Promise<void> {
  stubApi(
    {
      'GET /users': () => ({ users, total: 3, nextCursor: null }),
      'GET /users/{id}': ({ path }) => {
        const number = users.findIndex(({ id }) => path.endsWith(id)) + 1;
        return { user: aCustomerDetail(number, { source: `Source ${String(number)}` }) };
      },
      'GET /users/{id}/activities': () => ({
        activities: [1, 2, 3, 4, 5, 6].map(aNote),
        total: 6,
        nextCursor: null,
      }),
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
      ...answers,
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />, { isPhone });
  await screen.findByRole('link', { name: 'Customer 1' });
}

const getRow = (number: number) =>
  screen.getByRole('row', { name: new RegExp(`Customer ${String(number)}\\b`) });
const findPanel = (number: number) =>
  screen.findByRole('region', { name: `Preview of Customer ${String(number)}` });

describe('the preview of a record beside its list', () => {
  it('opens by Space with the facts, the last five entries, and a link to the page', async () => {
    const user = userEvent.setup();
    await open();
    getRow(1).focus();
    await user.keyboard(' ');
    const shown = await findPanel(1);
    expect(await within(shown).findByText('Source 1')).toBeVisible();
    const entries = await within(shown).findByRole('list', { name: 'Latest activity' });
    expect(within(entries).getAllByRole('listitem')).toHaveLength(5);
    expect(within(shown).getByRole('link', { name: 'Open customer' })).toHaveAttribute(
      'href',
      `/admin/users/view/${String(users[0]?.id)}`,
    );
    expect(within(shown).getByRole('link', { name: 'Full timeline' })).toBeVisible();
    expect(shown).toHaveFocus();
    expect(getRow(1)).toHaveAttribute('aria-current', 'true');
    expect(getUrl().search).toBe('');
  });

  it('follows the arrow keys, and gives the focus back to the row when Escape closes it', async () => {
    const user = userEvent.setup();
    await open();
    getRow(1).focus();
    await user.keyboard(' ');
    await findPanel(1);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(await findPanel(3)).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    await findPanel(2);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: /^Preview/ })).toBeNull();
    expect(getRow(2)).toHaveFocus();
  });

  it('opens by the eye of a row, and by a key that closes it too', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(screen.getByRole('button', { name: 'Preview Customer 2' }));
    await user.click(within(await findPanel(2)).getByRole('button', { name: 'Close preview' }));
    expect(getRow(2)).toHaveFocus();
    await user.keyboard('p');
    await findPanel(2);
    await user.keyboard('p');
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Preview/ })).toBeNull());
  });

  it('leaves Space to the controls of a row', async () => {
    const user = userEvent.setup();
    await open();
    screen.getByRole('checkbox', { name: 'Select Customer 1' }).focus();
    await user.keyboard(' ');
    expect(screen.getByRole('checkbox', { name: 'Select Customer 1' })).toBeChecked();
    expect(screen.queryByRole('region', { name: /^Preview/ })).toBeNull();
  });

  it('is not offered on a phone', async () => {
    const user = userEvent.setup();
    await open({}, true);
    expect(screen.queryByRole('button', { name: /^Preview/ })).toBeNull();
    await user.keyboard('p');
    expect(screen.queryByRole('region', { name: /^Preview/ })).toBeNull();
  });

  it('says why a record cannot be shown', async () => {
    const user = userEvent.setup();
    await open({
      'GET /users/{id}': () => errorResponse(404, 'NOT_FOUND', { detail: 'The customer was removed.' }),
    });
    getRow(1).focus();
    await user.keyboard(' ');
    expect(await within(await findPanel(1)).findByRole('alert')).toHaveTextContent(
      'The customer was removed.',
    );
  });
});
