import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { useOpenedVersion } from './use-opened-version.ts';

const detail = 'Someone else changed this while you were editing.';
const stale = (version: number) =>
  new ApiError({ status: 409, code: 'STALE_VERSION', detail, current: { version } });

const open = (first: { version: number; part: string }) =>
  renderHook(({ version, part }) => useOpenedVersion(version, part), { initialProps: first });

async function refuse({ result }: ReturnType<typeof open>, error: Error): Promise<unknown> {
  return act(() => result.current.save(Promise.reject(error)).catch((thrown: unknown) => thrown));
}

it('replaces the changes of others on the second try, and says so', async () => {
  const hook = open({ version: 3, part: 'Rent' });
  expect(await refuse(hook, stale(4))).toMatchObject({
    detail: `${detail} Saving again replaces their changes.`,
  });
  expect(hook.result.current.version).toBe(4);
});

it('rejects changes that arrive after the first refusal', async () => {
  const hook = open({ version: 3, part: 'Rent' });
  hook.rerender({ version: 4, part: 'Theirs' });
  expect(hook.result.current.version).toBe(3);
  await refuse(hook, stale(4));
  hook.rerender({ version: 5, part: 'Theirs again' });
  expect(hook.result.current.version).toBe(4);
  await refuse(hook, stale(5));
  expect(hook.result.current.version).toBe(5);
});

it('advances while only other parts change, and keeps other errors as they are', async () => {
  const hook = open({ version: 3, part: 'Rent' });
  hook.rerender({ version: 4, part: 'Rent' });
  expect(hook.result.current.version).toBe(4);
  const closed = new ApiError({ status: 422, code: 'RULE_BROKEN', detail: 'The request is closed.' });
  expect(await refuse(hook, closed)).toBe(closed);
  expect(hook.result.current.version).toBe(4);
});
