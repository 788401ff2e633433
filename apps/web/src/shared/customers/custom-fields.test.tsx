import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { useCustomFields } from './custom-fields.ts';

afterEach(() => vi.unstubAllGlobals());

function Names(): ReactElement {
  const [ofCustomers, ofBuyers] = [useCustomFields('customer'), useCustomFields(null)];
  const list = ({ active }: typeof ofCustomers): string => active.map(({ name }) => name).join();
  return <p>{`customers: ${list(ofCustomers)}; buyers: ${list(ofBuyers)}`}</p>;
}

it('has no fields for records without custom fields, even once those of customers are loaded', async () => {
  const field = { id: anId(1), name: 'Net worth', kind: 'money', choices: [], isArchived: false, version: 1 };
  stubApi({ 'GET /custom-fields': () => ({ customFields: [field], currency: 'USD' }) });
  await openWork(<Names />);
  expect(await screen.findByText('customers: Net worth; buyers:')).toBeVisible();
});
