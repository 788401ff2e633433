import { beforeEach, expect, it, vi } from 'vitest';
import { renderHook, act } from '@testing-library/react';
import { type LiveListener, openLiveChannel, setStreamState, useIsConnected } from './live-channel.ts';

const fetchMock = vi.fn<typeof fetch>();
const listener: LiveListener = { onNotice: vi.fn(), onResync: vi.fn(), onOpen: vi.fn(), onLost: vi.fn() };
const requestedUrls = (): unknown[] => fetchMock.mock.calls.map(([address]) => address);

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('fetch', fetchMock);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

it('first requests changes since the page was opened, and fetches everything again after a gap', async () => {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  fetchMock.mockImplementation(
    async () => new Response(new ReadableStream({ start: (controller) => void streams.push(controller) })),
  );
  vi.spyOn(performance, 'now').mockReturnValue(1_499.2);
  const close = openLiveChannel('live:test', listener);
  await vi.waitFor(() => expect(listener.onOpen).toHaveBeenCalledOnce());
  expect(requestedUrls()).toEqual(['/api/events?offlineMs=1500']);
  expect(listener.onResync).not.toHaveBeenCalled();
  streams[0]?.close();
  await vi.waitFor(() => expect(listener.onLost).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(listener.onResync).toHaveBeenCalledOnce());
  expect(requestedUrls()[1]).toBe('/api/events');
  close();
  vi.mocked(performance.now).mockRestore();
});

it('says after five seconds that the server does not respond, however often it was tried', () => {
  const { result } = renderHook(() => useIsConnected());
  for (const seconds of [0, 1, 2]) {
    act(() => {
      vi.advanceTimersByTime(seconds * 1_000);
      setStreamState('lost');
    });
  }
  act(() => void vi.advanceTimersByTime(1_900));
  expect(result.current).toBe(true);
  act(() => void vi.advanceTimersByTime(200));
  expect(result.current).toBe(false);
  act(() => setStreamState('open'));
  expect(result.current).toBe(true);
});
