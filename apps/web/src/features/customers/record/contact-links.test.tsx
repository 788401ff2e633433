import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { aCustomerDetail } from '#test-setup/records.ts';
import ContactLinks from './contact-links.tsx';

const show = (changes: Parameters<typeof aCustomerDetail>[1]): void => {
  render(
    <MemoryRouter>
      <ContactLinks customer={aCustomerDetail(1, changes)} />
    </MemoryRouter>,
  );
};
const findHref = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

it('calls, texts, emails in the app, and opens a map', () => {
  show({
    phone: '(308) 865-2512',
    email: 'ada@x.test',
    addressLine1: '1 Main St',
    city: 'Kearney',
    region: 'NE',
  });
  expect(findHref('Call')).toBe('tel:3088652512');
  expect(findHref('Text')).toBe('sms:3088652512');
  expect(findHref('Email')).toBe('/?compose=email#composer');
  expect(findHref('Map')).toContain('query=1%20Main%20St%2C%20Kearney%2C%20NE');
});

it('offers only what the customer has', () => {
  show({ phone: null, email: 'ada@x.test', addressLine1: null, city: null, region: null, postalCode: null });
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Email']);
});
