import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setStreamState } from '#shared/live/live-channel.ts';
import { ConnectionNotice } from './working-area.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => setStreamState('open'));
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const notice = (): HTMLElement | null => document.querySelector<HTMLElement>('[aria-live]');
const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it('stays quiet while the stream comes back within seconds', () => {
  render(<ConnectionNotice />);
  act(() => setStreamState('lost'));
  pass(4_000);
  act(() => setStreamState('open'));
  pass(10_000);
  expect(notice()).toBeEmptyDOMElement();
});

it('says that the server does not answer, until it does', () => {
  render(<ConnectionNotice />);
  act(() => setStreamState('lost'));
  pass(6_000);
  expect(notice()).toHaveTextContent('The server is not responding.');
  act(() => setStreamState('open'));
  expect(notice()).toBeEmptyDOMElement();
});

it('says at once that the browser has no network', () => {
  render(<ConnectionNotice />);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(notice()).toHaveTextContent('You are offline.');
  network.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(notice()).toBeEmptyDOMElement();
});
