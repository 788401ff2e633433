import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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

it('draws only the rows near the window of a long list', () => {
  const element = document.createElement('tbody');
  const scrollTo = (top: number): void => {
    vi.spyOn(element, 'getBoundingClientRect').mockReturnValue({ ...new DOMRect(), top });
    act(() => {
      window.dispatchEvent(new Event('scroll'));
    });
  };
  scrollTo(100);
  const { result } = renderHook(() =>
    useVirtualRows(200, { pageKey: 'one', rowHeight, body: { current: element } }),
  );
  const shown = Math.ceil(window.innerHeight / rowHeight);
  expect(result.current).toMatchObject({ start: 0, before: 0, end: 6 + shown + 12 });
  scrollTo(-100 * rowHeight);
  expect(result.current).toMatchObject({ start: 84, before: 84 * rowHeight, end: 96 + 6 + shown + 12 });
  scrollTo(-190 * rowHeight);
  expect(result.current).toMatchObject({ end: 200, behind: 0 });

  const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
  result.current.scrollTo(10);
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: -180 * rowHeight - 120 });
});
