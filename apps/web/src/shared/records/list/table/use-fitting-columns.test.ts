import { expect, it } from 'vitest';
import { countFitting } from './use-fitting-columns.ts';

const columns = [{ width: 180 }, { width: 140 }, { width: 136 }];

it.each([
  [1000, 3],
  [744, 3],
  [743, 2],
  [608, 2],
  [607, 1],
  [100, 1],
])('in %i pixels beside the name %i columns are shown whole', (room, count) => {
  expect(countFitting([48, 240], columns, room)).toBe(count);
});
