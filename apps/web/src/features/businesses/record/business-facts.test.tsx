import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBusinessDetail, anId } from '#test-setup/records.ts';
import { openWork, stubApi, listBodies, type Call } from '#test-setup/work.tsx';
import { businessQuery } from '../businesses.queries.ts';
import { BusinessFacts } from './business-facts.tsx';

const business = aBusinessDetail(1, { revenueCents: 900_000_00, city: 'Reno', leaseEnd: null });

beforeAll(async () => {
  await Promise.all([import('#shared/records/page/fact-editor.tsx'), import('../businesses.form.tsx')]);
});

function Page(): ReactElement | null {
  const { data } = useQuery(businessQuery(business.id));
  return data === undefined ? null : <BusinessFacts business={data} />;
}

async function open(
  shown: BusinessDetail = business,
  customFields: readonly CustomField[] = [],
): Promise<Call[]> {
  let stored = shown;
  const calls = stubApi({
    'GET /businesses/{id}': () => ({ business: stored }),
    'PATCH /businesses/{id}': ({ body }) => {
      stored = { ...stored, ...(body as object), version: stored.version + 1 };
      return { business: stored };
    },
    'GET /custom-fields': () => ({ customFields, currency: 'USD' }),
  });
  await openWork(<Page />);
  await screen.findByRole('region', { name: 'Figures' });
  return calls;
}

describe('facts of a business', () => {
  it('include its custom fields, edited in place as well', async () => {
    const user = userEvent.setup();
    const rooms: CustomField = {
      id: anId(40),
      recordType: 'business',
      name: 'Rooms',
      kind: 'number',
      choices: [],
      isArchived: false,
      version: 1,
    };
    const calls = await open({ ...business, custom: { [rooms.id]: 5 } }, [rooms]);
    const card = within(await screen.findByRole('region', { name: 'Custom fields' }));
    expect(card.getByText('5')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Edit rooms' }));
    const input = await screen.findByRole('textbox', { name: /^Rooms for / });
    await user.clear(input);
    await user.type(input, '7{Enter}');
    expect(await card.findByText('7')).toBeVisible();
    expect(listBodies(calls)).toEqual([{ version: 1, custom: { [rooms.id]: 7 } }]);
  });

  it('are edited in place, amounts in dollars, and an undo stores what was there before', async () => {
    const user = userEvent.setup();
    const calls = await open();
    await user.click(screen.getByRole('button', { name: 'Edit revenue' }));
    const input = await screen.findByRole('textbox', { name: /^Revenue for / });
    await user.clear(input);
    await user.type(input, '1,250,000{Enter}');
    expect(await screen.findByText('$1,250,000')).toBeVisible();
    const toast = screen.getByRole('region', { name: 'Messages' });
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('$900,000')).toBeVisible();
    expect(listBodies(calls)).toEqual([
      { version: business.version, revenueCents: 1_250_000_00 },
      { version: business.version + 1, revenueCents: 900_000_00 },
    ]);
  });

  it('have the address and contact details, which can be added in place', async () => {
    const user = userEvent.setup();
    const calls = await open({ ...business, phone: '(308) 865-2512', website: 'https://smile.test' });
    const card = within(screen.getByRole('region', { name: 'Address and contact' }));
    expect(card.getByRole('link', { name: '(308) 865-2512' })).toHaveAttribute('href', 'tel:3088652512');
    expect(card.getByRole('link', { name: 'https://smile.test' })).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Add street address' }));
    await user.type(await screen.findByRole('textbox', { name: /^Street address for / }), '12 Elm St{Enter}');
    expect(await card.findByText('12 Elm St')).toBeVisible();
    expect(listBodies(calls)).toEqual([{ version: business.version, street: '12 Elm St' }]);
  });

  it('keep an invalid amount in the input, with the reason', async () => {
    const user = userEvent.setup();
    const calls = await open();
    await user.click(screen.getByRole('button', { name: 'Edit revenue' }));
    const input = await screen.findByRole('textbox', { name: /^Revenue for / });
    await user.clear(input);
    await user.type(input, 'about a million{Enter}');
    const messages = screen.getByRole('region', { name: 'Messages' });
    await waitFor(() => expect(messages).toHaveTextContent(/amount|number/i));
    expect(input).toHaveValue('about a million');
    expect(listBodies(calls)).toEqual([]);
  });

  it('are read-only without permission to change the business, and in the trash', async () => {
    await open({ ...business, deletedAt: '2026-01-01T00:00:00.000Z' });
    expect(screen.getByText('$900,000')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Edit|Add) / })).toBeNull();
  });
});
