import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useVirtualRows } from './use-virtual-rows.ts';

const rowHeight = 48;
const body = { current: null };

it('draws the first rows of a new page at once, and then the others in the room that was kept for them', () => {
  const drawn: { rows: number; behind: number }[] = [];
  const { rerender } = renderHook(
    ({ pageKey }) => {
      const { start, end, behind } = useVirtualRows(25, { pageKey, rowHeight, body });
      drawn.push({ rows: end - start, behind });
    },
    { initialProps: { pageKey: 'first' } },
  );
  const inTwo = [
    { rows: 12, behind: 13 * rowHeight },
    { rows: 25, behind: 0 },
  ];
  expect(drawn).toEqual(inTwo);
  drawn.length = 0;
  rerender({ pageKey: 'second' });
  expect(drawn).toEqual(inTwo);
  drawn.length = 0;
  rerender({ pageKey: 'second' });
  expect(drawn).toEqual([{ rows: 25, behind: 0 }]);
});
