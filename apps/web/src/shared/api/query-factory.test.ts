import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-factory.ts';

beforeEach(() => vi.useFakeTimers());

it('reads again after the wait of a refused read, not before', async () => {
  const tooMany = { status: 429, code: 'TOO_MANY_REQUESTS', detail: 'Try again in 42 seconds.' };
  const queryFn = vi.fn().mockRejectedValueOnce(new ApiError(tooMany, 42)).mockResolvedValue('customers');
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['customer', 'all'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(41_999);
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(observer.getCurrentResult().error).toMatchObject({ detail: 'Try again in 42 seconds.' });
  await vi.advanceTimersByTimeAsync(1);
  expect(observer.getCurrentResult()).toMatchObject({ data: 'customers', error: null });
  stop();
});

it('forgets a refused read that nobody looks at any more', async () => {
  const tooMany = { status: 429, code: 'TOO_MANY_REQUESTS', detail: 'Try again in 5 seconds.' };
  const queryFn = vi.fn().mockRejectedValue(new ApiError(tooMany, 5));
  const stop = new QueryObserver(createQueryClient(), { queryKey: ['task', 'all'], queryFn }).subscribe(
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
});
