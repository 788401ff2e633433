import type { Activity } from '@handover/contract/activities.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi, type Call } from '#test-setup/work.tsx';
import { Timeline } from './timeline.tsx';

afterEach(() => vi.unstubAllGlobals());

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
const requestedFields = (calls: readonly Call[]): boolean =>
  calls.some(({ path }) => path === '/custom-fields');

it('names changed fields of the workspace’s own as they are called now', async () => {
  await open(changed.changedFields);
  expect(await screen.findByText(/changed phone and Net worth/)).toBeVisible();
});

it('does not ask for them where none changed', async () => {
  expect(requestedFields(await open(['phone']))).toBe(false);
});

it('says no names to who may not read them', async () => {
  const calls = await open(changed.changedFields, aProfile({ areas: [] }));
  expect(screen.getByText(/changed phone and custom fields/)).toBeVisible();
  expect(requestedFields(calls)).toBe(false);
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
  expect(created).toHaveTextContent(/Jordan Reyes opened the deal/);
  expect(screen.queryByText(/Oak Street/)).toBeNull();
});
