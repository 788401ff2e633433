import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSelection } from './use-selection.ts';

it('takes no rows of the previous filter while the page of the new one loads', () => {
  const { result, rerender } = renderHook(
    ({ scope, ids, shownScope }) => useSelection(scope, { ids, asOf: '', shownScope }),
    { initialProps: { scope: 'all', ids: ['a', 'b'], shownScope: 'all' } },
  );
  act(() => result.current.toggle('a'));
  expect(result.current.countOf(2)).toBe(1);
  rerender({ scope: 'unassigned', ids: ['a', 'b'], shownScope: 'all' });
  act(() => result.current.toggle('b'));
  act(() => result.current.toggleAll(['a', 'b']));
  expect(result.current.countOf(2)).toBe(0);
  rerender({ scope: 'unassigned', ids: ['c'], shownScope: 'unassigned' });
  act(() => result.current.toggle('c'));
  expect([...result.current.ids]).toEqual(['c']);
});
