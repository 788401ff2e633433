import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, listBodies, type Call } from '#test-setup/work.tsx';
import { customerQuery } from '../customers.queries.ts';
import { CustomerFacts } from './customer-facts.tsx';

const customer = aCustomerDetail(1, { phone: '555 0001', source: 'Referral', website: null });

beforeAll(async () => {
  await Promise.all([import('#shared/records/page/fact-editor.tsx'), import('../customers.form.tsx')]);
});

function Page(): ReactElement | null {
  const { data } = useQuery(customerQuery(customer.id));
  return data === undefined ? null : <CustomerFacts customer={data} />;
}

async function open(
  shown: CustomerDetail = customer,
  answers: Parameters<typeof stubApi>[0] = {},
): Promise<Call[]> {
  let stored = shown;
  const calls = stubApi({
    'GET /users/{id}': () => ({ user: stored }),
    'PATCH /users/{id}': ({ body }) => {
      stored = { ...stored, ...(body as object), version: stored.version + 1 };
      return { user: stored };
    },
    'GET /custom-fields': () => ({ customFields: [], currency: 'USD' }),
    ...answers,
  });
  await openWork(<Page />);
  await screen.findByRole('region', { name: 'Relationship' });
  return calls;
}

describe('facts of a customer', () => {
  it.each([
    ['US', ''],
    ['CA', 'Canada'],
    ['Mexico', 'Mexico'],
  ])('show an address as it is written, with the country %s as “%s”', async (country, text) => {
    const place = { addressLine1: '1 Main St', addressLine2: null, city: 'Madison', region: 'WI' };
    await open({ ...customer, ...place, postalCode: '53703', country });
    const lines = ['1 Main St', 'Madison, WI 53703', ...(text === '' ? [] : [text])];
    expect(screen.getByRole('region', { name: 'Address' }).querySelector('address')?.textContent).toBe(
      lines.join('\n'),
    );
  });

  it('are edited in place, and an undo stores what was there before', async () => {
    const user = userEvent.setup();
    const calls = await open();
    await user.click(screen.getByRole('button', { name: 'Edit source' }));
    const input = await screen.findByRole('textbox', { name: 'Source for Customer 1' });
    expect(input).toHaveFocus();
    await user.clear(input);
    await user.type(input, 'BizBuySell{Enter}');
    expect(await screen.findByText('BizBuySell')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit source' })).toHaveFocus();
    const toast = screen.getByRole('region', { name: 'Messages' });
    expect(toast).toHaveTextContent('Changed source for Customer 1');
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Referral')).toBeVisible();
    expect(listBodies(calls)).toEqual([
      { version: customer.version, source: 'BizBuySell' },
      { version: customer.version + 1, source: 'Referral' },
    ]);
  });

  it('open by a click on the value, and Escape leaves them as they were', async () => {
    const user = userEvent.setup();
    const calls = await open();
    await user.click(screen.getByText('Referral'));
    await user.type(await screen.findByRole('textbox', { name: 'Source for Customer 1' }), ' x{Escape}');
    expect(screen.getByText('Referral')).toBeVisible();
    expect(listBodies(calls)).toEqual([]);
  });

  it('move to the next one with Tab, and can be added where there are none', async () => {
    const user = userEvent.setup();
    const calls = await open();
    await user.click(screen.getByRole('button', { name: 'Edit phone' }));
    const input = await screen.findByRole('textbox', { name: 'Phone for Customer 1' });
    await user.clear(input);
    await user.type(input, '555 0002{Tab}');
    expect(await screen.findByRole('link', { name: '555 0002' })).toBeVisible();
    const add = screen.getByRole('button', { name: 'Add website' });
    await waitFor(() => expect(add).toHaveFocus());
    await user.keyboard('{Enter}');
    await user.type(
      await screen.findByRole('textbox', { name: 'Website for Customer 1' }),
      'https://example.com{Enter}',
    );
    expect(await screen.findByRole('link', { name: 'https://example.com' })).toBeVisible();
    expect(listBodies(calls)).toHaveLength(2);
  });

  it('ask before they replace what somebody else has written in the meantime', async () => {
    const user = userEvent.setup();
    const theirs = { ...customer, source: 'Broker network', version: customer.version + 4 };
    let isChanged = false;
    const calls = await open(customer, {
      'GET /users/{id}': () => ({ user: isChanged ? theirs : customer }),
      'PATCH /users/{id}': ({ body }) => {
        if ((body as { version: number }).version !== theirs.version)
          return errorResponse(409, 'STALE_VERSION');
        return { user: { ...theirs, source: 'Mine', version: theirs.version + 1 } };
      },
    });
    isChanged = true;
    await user.click(screen.getByRole('button', { name: 'Edit source' }));
    const input = await screen.findByRole('textbox', { name: 'Source for Customer 1' });
    await user.clear(input);
    await user.type(input, 'Mine{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this value' });
    expect(dialog).toHaveTextContent('The current value is “Broker network”');
    await user.click(within(dialog).getByRole('button', { name: 'Save mine' }));
    await waitFor(() =>
      expect(listBodies(calls).at(-1)).toEqual({ version: theirs.version, source: 'Mine' }),
    );
  });

  it('are read-only without permission to change the customer', async () => {
    await open({ ...customer, abilities: { ...customer.abilities, canUpdate: false } });
    expect(screen.getByText('Referral')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Edit|Add) / })).toBeNull();
  });
});

describe('the tags of a customer', () => {
  it('are all saved when several are added before the first is', async () => {
    const user = userEvent.setup();
    const tags = ['Dental', 'Hot', 'Seller'].map((name, index) => ({ id: anId(50 + index), name }));
    let stored = { ...customer, tags: [] as { id: string; name: string }[] };
    const answers: (() => void)[] = [];
    const calls = await open(stored, {
      'GET /tags': () => ({ tags }),
      'GET /users/{id}': () => ({ user: stored }),
      'PATCH /users/{id}': async ({ body }) => {
        const { version, tagIds } = body as { version: number; tagIds: string[] };
        await new Promise<void>((resolve) => answers.push(resolve));
        if (version !== stored.version) return errorResponse(409, 'STALE_VERSION');
        stored = { ...stored, version: version + 1, tags: tags.filter(({ id }) => tagIds.includes(id)) };
        return { user: stored };
      },
    });
    const answerNext = async (count: number): Promise<void> => {
      await waitFor(() => expect(answers).toHaveLength(count));
      answers[count - 1]?.();
    };
    const input = screen.getByRole('combobox', { name: 'Tags on this customer' });
    for (const { name } of tags) await user.type(input, `${name}{Enter}`);
    for (const count of [1, 2, 3]) await answerNext(count);
    await waitFor(() => expect(stored.tags).toEqual(tags));
    for (const { name } of tags) expect(screen.getByText(name)).toBeVisible();
    expect(listBodies(calls)).toHaveLength(3);
  });
});
