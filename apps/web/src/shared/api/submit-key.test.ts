import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSubmitKey } from './submit-key.ts';

it('keeps the key for a retry of the same values, and takes a new one for others or after success', () => {
  const { result } = renderHook(useSubmitKey);
  const first = result.current.keyFor({ body: 'a' });
  expect(result.current.keyFor({ body: 'a' })).toBe(first);
  const second = result.current.keyFor({ body: 'b' });
  expect(second).not.toBe(first);
  result.current.renew();
  expect(result.current.keyFor({ body: 'b' })).not.toBe(second);
});
