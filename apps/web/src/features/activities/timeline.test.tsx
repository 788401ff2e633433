import type { Activity } from '@handover/contract/records/activities.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, getUrl, stubApi, type Call } from '#test-setup/work.tsx';
import sheet from './timeline.module.css?raw';
import { Timeline } from './timeline.tsx';
// Loaded first, so that a missing button is not a matter of timing.
import '#shared/conversations/resend-button.tsx';

beforeAll(() => import('./minor-list.tsx'));

const worth = anId(20);
const changed: Activity = {
  id: anId(1),
  type: 'customer.updated',
  occurredAt: '2026-11-20T15:00:00.000Z',
  actor: { id: anId(2), displayName: 'Jordan Reyes' },
  subject: { kind: 'customer', id: anId(6), label: null, excerpt: null },
  changedFields: ['phone', `custom.${worth}`],
  business: null,
  stages: null,
  delivery: null,
};

async function open(changedFields: string[], profile = aProfile()): Promise<Call[]> {
  const activities = [{ ...changed, changedFields }];
  const calls = stubApi(
    {
      'GET /users/{id}/activities': () => ({ activities, total: 1, nextCursor: null }),
      'GET /custom-fields': () => ({
        customFields: [
          { id: worth, name: 'Net worth', kind: 'money', choices: [], isArchived: true, version: 1 },
        ],
        currency: 'USD',
      }),
    },
    profile,
  );
  await openWork(<Timeline of={{ type: 'customer', id: anId(6) }} />);
  await screen.findByText('Jordan Reyes');
  return calls;
}
const hasRequestedFields = (calls: readonly Call[]): boolean =>
  calls.some(({ path }) => path === '/custom-fields');

it('names changed fields of the workspace’s own as they are called now', async () => {
  await open(changed.changedFields);
  expect(await screen.findByText(/changed phone and Net worth/)).toBeVisible();
});

it('names custom fields of a business, too', async () => {
  const subject = { kind: 'business', id: anId(7), label: 'Oak Street', excerpt: null } as const;
  const named = {
    ...changed,
    type: 'business.updated' as const,
    subject,
    changedFields: [`custom.${worth}`],
  };
  const unknown = { ...named, id: anId(3), changedFields: [`custom.${anId(21)}`] };
  const rooms = { id: worth, name: 'Rooms', kind: 'number', choices: [], isArchived: false, version: 1 };
  const calls = stubApi({
    'GET /businesses/{id}/activities': () => ({ activities: [named, unknown], total: 2, nextCursor: null }),
    'GET /custom-fields': () => ({ customFields: [rooms], currency: 'USD' }),
  });
  await openWork(<Timeline of={{ type: 'business', id: anId(7) }} />);
  // Both are in a group of changes, which is closed.
  expect(await screen.findByText(/changed Rooms of/)).toBeInTheDocument();
  expect(screen.getByText(/changed custom fields of/)).toBeInTheDocument();
  const requested = calls.filter(({ path }) => path === '/custom-fields');
  expect(requested.map(({ query }) => query.get('recordType'))).toEqual(['business']);
});

it('does not ask for them where none changed', async () => {
  expect(hasRequestedFields(await open(['phone']))).toBe(false);
});

it('shows no names to users who cannot read them', async () => {
  const calls = await open(changed.changedFields, aProfile({ areas: [] }));
  expect(screen.getByText(/changed phone and custom fields/)).toBeVisible();
  expect(hasRequestedFields(calls)).toBe(false);
});

it('does not name the record of its page again', async () => {
  const deal = anId(30);
  const business = { id: anId(31), name: 'Oak Street' };
  const subject = { kind: 'deal', id: deal, label: 'Kim – Oak Street', excerpt: null } as const;
  const entry = { ...changed, changedFields: [], subject, business };
  const activities: Activity[] = [
    { ...entry, type: 'deal.moved', stages: { from: 'loi', to: 'due_diligence' } },
    { ...entry, id: anId(3), type: 'deal.created' },
  ];
  stubApi({ 'GET /deals/{id}/activities': () => ({ activities, total: 2, nextCursor: null }) });
  await openWork(<Timeline of={{ type: 'deal', id: deal }} />);
  const [moved, created] = await screen.findAllByRole('listitem');
  expect(moved).toHaveTextContent(/Jordan Reyes moved this deal from LOI to Due diligence/);
  expect(created).toHaveTextContent(/Jordan Reyes created the deal/);
  expect(screen.queryByText(/Oak Street/)).toBeNull();
});

it('names the business of a deal once', async () => {
  const subject = { kind: 'deal', id: anId(30), label: 'Kim – Oak Street', excerpt: null } as const;
  const business = { id: anId(31), name: 'Oak Street' };
  const entry: Activity = { ...changed, type: 'deal.request_added', changedFields: [], subject, business };
  stubApi({ 'GET /users/{id}/activities': () => ({ activities: [entry], total: 1, nextCursor: null }) });
  await openWork(<Timeline of={{ type: 'customer', id: anId(6) }} />);
  expect(await screen.findByRole('listitem')).toHaveTextContent(
    /Jordan Reyes added a diligence request to Kim – Oak Street (?!on )/,
  );
  expect(screen.queryByRole('link', { name: 'Oak Street' })).toBeNull();
});

describe('an email that was not delivered', () => {
  const message = anId(40);
  const failed: Activity = {
    ...changed,
    type: 'email.failed',
    actor: null,
    changedFields: [],
    subject: { kind: 'message', id: message, label: 'Offer', excerpt: 'Hello' },
    delivery: { status: 'failed', cause: 'Mailbox full' },
  };
  const openFailed = async (delivery: Activity['delivery'], profile = aProfile()): Promise<Call[]> => {
    const calls = stubApi(
      {
        'GET /users/{id}/activities': () => ({
          activities: [{ ...failed, delivery }],
          total: 1,
          nextCursor: null,
        }),
        'POST /emails/{id}/resend': () => ({ email: {} }),
      },
      profile,
    );
    await openWork(<Timeline of={{ type: 'customer', id: anId(6) }} />);
    await screen.findByRole('listitem');
    return calls;
  };

  it('is red, with its cause and a button that sends it again', async () => {
    const calls = await openFailed(failed.delivery);
    const entry = screen.getByRole('listitem');
    expect(entry).toHaveTextContent('Mailbox full');
    expect(entry.className).toContain('failed');
    expect(sheet).toMatch(/\n\.failed,\n\.failed \.icon \{\s*color: var\(--color-error-text\);/);
    await userEvent.click(await screen.findByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain(`/emails/${message}/resend`));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path.endsWith('/activities')).length).toBeGreaterThan(1),
    );
  });

  it('is not offered again once it was sent, nor to members without customers', async () => {
    await openFailed({ status: 'sent', cause: null });
    expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
    cleanup();
    await openFailed(failed.delivery, aProfile({ areas: ['business-center'] }));
    expect(screen.getByText('Mailbox full')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
  });
});

it('folds sign-ins and edits in a row into one line that opens', async () => {
  const signIn: Activity = { ...changed, id: anId(3), type: 'customer.signed_in', changedFields: [] };
  const activities = [signIn, { ...changed, changedFields: ['phone'] }, { ...signIn, id: anId(4) }];
  stubApi({ 'GET /users/{id}/activities': () => ({ activities, total: 3, nextCursor: null }) });
  await openWork(<Timeline of={{ type: 'customer', id: anId(6) }} />);
  const summary = await screen.findByText('2 sign-ins and 1 change');
  expect(screen.getByText(/changed phone/)).not.toBeVisible();
  await userEvent.click(summary);
  expect(screen.getByText(/changed phone/)).toBeVisible();
  expect(screen.getAllByText(/signed in/)).toHaveLength(2);
});

it('shows only changes when asked to, and keeps that in the address', async () => {
  const calls = await open(['phone']);
  await userEvent.click(screen.getByRole('button', { name: 'Changes' }));
  await waitFor(() => expect(getUrl().searchParams.getAll('type')).toEqual(['changes']));
  expect(screen.getByRole('button', { name: 'Changes' })).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path.endsWith('/activities'))?.query.getAll('type')).toEqual([
      'changes',
    ]),
  );
});
