import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Icon } from './icon.tsx';
import { deferIcons, registerIcons } from './registry.ts';

vi.mock('./remote-icon.tsx', () => ({ default: ({ name }: { name: string }) => <i>asked for {name}</i> }));

it('draws a bundled icon in a box of its size, hidden unless it has a label', () => {
  registerIcons({ 'solar:known': '<path d="M0 0h24"/>' });
  const { container } = render(<Icon name="solar:known" size={20} />);
  expect(container.firstElementChild).toHaveStyle({ width: '20px', height: '20px' });
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  expect(container.querySelector('path')).not.toBeNull();
  render(<Icon name="solar:known" label="Known" />);
  expect(screen.getByRole('img', { name: 'Known' })).toBeVisible();
});

it('waits for the deferred bundle before it asks the icon hosts', async () => {
  deferIcons(async () => ({ 'solar:later': '<circle r="2"/>' }));
  const { container } = render(<Icon name="solar:later" size={20} />);
  expect(container.firstElementChild).toHaveStyle({ width: '20px' });
  await waitFor(() => expect(container.querySelector('circle')).not.toBeNull());
  render(<Icon name="mdi:from-content" />);
  expect(await screen.findByText('asked for mdi:from-content')).toBeInTheDocument();
});
