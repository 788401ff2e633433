import { expect, it } from 'vitest';
import { iconProvider } from './remote-icon.tsx';

it('tries the three hosts in turn, as the specification requires', () => {
  expect(iconProvider).toEqual({
    resources: ['https://api.iconify.design', 'https://api.simplesvg.com', 'https://api.unisvg.com'],
    rotate: 750,
    timeout: 5000,
    maxURL: 500,
  });
});
