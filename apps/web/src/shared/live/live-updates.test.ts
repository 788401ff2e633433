import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAffectedKeys, createRefresher, onNewDay } from './live-updates.tsx';
import { readEvents, type StreamEvent } from './live-channel.ts';

const createStream = (...chunks: string[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

describe('the event stream', () => {
  it('is read event by event, however it is cut, without its heartbeats', async () => {
    const events: StreamEvent[] = [];
    for await (const event of readEvents(
      createStream(
        ': open\n\nevent: not',
        'ice\ndata: {"noun":"no',
        'te"}\n',
        '\n: beat\n\nevent: resync\ndata: null\n\n',
      ),
    ))
      events.push(event);
    expect(events).toEqual([
      { event: 'notice', data: '{"noun":"note"}' },
      { event: 'resync', data: 'null' },
    ]);
  });
});

describe('a change', () => {
  it('concerns what is shown of the customer and the lists of the workspace', () => {
    expect(listAffectedKeys({ noun: 'activity', customerId: 'c1' })).toEqual([
      ['activity', 'c1'],
      ['activity', 'all'],
      ['customer', 'c1'],
      ['customer', 'all'],
    ]);
  });

  it.each([
    { noun: 'agreement', gate: 'deal' },
    { noun: 'buyer', gate: 'deal' },
    { noun: 'business', gate: 'deal' },
    { noun: 'document', gate: 'business' },
  ] as const)('of a $noun concerns the gate of a $gate, which reads it', ({ noun, gate }) => {
    expect(listAffectedKeys({ noun, customerId: 'c1' })).toContainEqual([gate, 'all']);
  });

  it('of an NDA concerns the data room and the CIM that it opens', () => {
    const keys = listAffectedKeys({ noun: 'agreement', customerId: 'c1' });
    expect(keys).toEqual(
      expect.arrayContaining([
        ['document', 'all'],
        ['business', 'all'],
      ]),
    );
  });

  it('of a deal concerns the commission that it earns', () => {
    expect(listAffectedKeys({ noun: 'deal', customerId: null })).toContainEqual(['commission']);
  });

  it('without a customer concerns every key of its noun', () => {
    expect(listAffectedKeys({ noun: 'import', customerId: null })).toEqual([['import'], ['customer']]);
  });
});

describe('notices of others', () => {
  beforeEach(() => vi.useFakeTimers());

  it('refetch what they concern, once for many, and nothing else', async () => {
    const client = new QueryClient();
    const fetches = { mine: vi.fn(async () => 1), other: vi.fn(async () => 1) };
    const stops = [
      new QueryObserver(client, {
        queryKey: ['activity', 'c1', 'timeline'],
        queryFn: fetches.mine,
        staleTime: Number.POSITIVE_INFINITY,
      }).subscribe(() => undefined),
      new QueryObserver(client, {
        queryKey: ['activity', 'c2', 'timeline'],
        queryFn: fetches.other,
        staleTime: Number.POSITIVE_INFINITY,
      }).subscribe(() => undefined),
    ];
    await vi.advanceTimersByTimeAsync(10);
    const refresher = createRefresher(client, () => undefined);
    for (let count = 0; count < 50; count += 1)
      refresher.onNotice({
        noun: 'activity',
        id: `a${String(count)}`,
        customerId: 'c1',
        businessId: null,
        dealId: null,
        version: null,
      });
    await vi.advanceTimersByTimeAsync(300);
    expect(fetches.mine).toHaveBeenCalledTimes(2);
    expect(fetches.other).toHaveBeenCalledTimes(1);
    refresher.onNotice({
      noun: 'activity',
      id: 'a',
      customerId: 'c1',
      businessId: null,
      dealId: null,
      version: null,
    });
    await vi.advanceTimersByTimeAsync(300);
    expect(fetches.mine).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetches.mine).toHaveBeenCalledTimes(3);
    refresher.stop();
    for (const stop of stops) stop();
  });

  it('of the workspace refetch the profile, since permissions may change', async () => {
    const refreshProfile = vi.fn<() => void>();
    const refresher = createRefresher(new QueryClient(), refreshProfile);
    refresher.onNotice({
      noun: 'customer',
      id: 'c1',
      customerId: 'c1',
      businessId: null,
      dealId: null,
      version: null,
    });
    await vi.advanceTimersByTimeAsync(1_300);
    expect(refreshProfile).not.toHaveBeenCalled();
    refresher.onNotice({
      noun: 'workspace',
      id: 'w1',
      customerId: null,
      businessId: null,
      dealId: null,
      version: 2,
    });
    await vi.advanceTimersByTimeAsync(1_300);
    expect(refreshProfile).toHaveBeenCalledOnce();
    refresher.onResync();
    expect(refreshProfile).toHaveBeenCalledTimes(2);
    refresher.stop();
  });
});

it('a new day of the time zone is noticed once, within a minute', () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T04:58:30Z') });
  const listener = vi.fn();
  const stop = onNewDay('America/New_York', listener);
  vi.advanceTimersByTime(60_000);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(listener).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(600_000);
  expect(listener).toHaveBeenCalledOnce();
  stop();
  vi.useRealTimers();
});
