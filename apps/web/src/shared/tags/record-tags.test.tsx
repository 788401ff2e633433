import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { TagPills } from './record-tags.tsx';

const createTags = (...names: string[]) => names.map((name, index) => ({ id: anId(index + 1), name }));

it('shows the tags that fit in their column, and how many more there are', () => {
  const { rerender } = render(<TagPills tags={createTags('Buyer', 'Dental')} />);
  expect(screen.queryByText(/^\+/)).toBeNull();

  rerender(<TagPills tags={createTags('Buyer', 'Dental', 'Home health', 'SBA pre-qualified')} />);
  expect(screen.getByText('Dental')).toBeVisible();
  expect(screen.getByText('+2')).toBeVisible();
  expect(screen.queryByText('SBA pre-qualified')).toBeNull();

  // A tag that is too long is still shown, instead of only a number.
  rerender(<TagPills tags={createTags('A tag with a very long name indeed', 'Buyer')} />);
  expect(screen.getByText(/^A tag/)).toBeVisible();
  expect(screen.getByText('+1')).toBeVisible();
});
