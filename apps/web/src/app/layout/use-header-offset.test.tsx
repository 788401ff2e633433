import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useHeaderOffset } from './use-header-offset.ts';

function scrollTo(y: number): void {
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });
}

it('is offset from the first scrolled pixel on, and no longer back at the top', () => {
  const { result } = renderHook(useHeaderOffset);
  expect(result.current).toBe(false);
  scrollTo(1);
  expect(result.current).toBe(true);
  scrollTo(0);
  expect(result.current).toBe(false);
});
