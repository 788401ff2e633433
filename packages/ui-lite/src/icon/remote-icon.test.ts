import { expect, it } from 'vitest';
import { iconProvider } from './remote-icon.tsx';

it('asks the three hosts in turn, by the rules of the specification', () => {
  expect(iconProvider).toEqual({
    resources: ['https://api.iconify.design', 'https://api.simplesvg.com', 'https://api.unisvg.com'],
    rotate: 750,
    timeout: 5000,
    maxURL: 500,
  });
});
