import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setStreamState } from '#shared/live/live-channel.ts';
import { ConnectionNotice } from './signed-in-layout.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => act(() => setStreamState('open')));

const findNotice = (): HTMLElement | null => document.querySelector<HTMLElement>('[aria-live]');
const advanceTime = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it('shows no notice if the stream reconnects within seconds', () => {
  render(<ConnectionNotice />);
  act(() => setStreamState('lost'));
  advanceTime(4_000);
  act(() => setStreamState('open'));
  advanceTime(10_000);
  expect(findNotice()).toBeEmptyDOMElement();
});

it('shows that the server is not responding, until it is', () => {
  render(<ConnectionNotice />);
  act(() => setStreamState('lost'));
  advanceTime(6_000);
  expect(findNotice()).toHaveTextContent('The server is not responding.');
  act(() => setStreamState('open'));
  expect(findNotice()).toBeEmptyDOMElement();
});

it('shows immediately that the browser is offline', () => {
  render(<ConnectionNotice />);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(findNotice()).toHaveTextContent('You are offline.');
  network.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(findNotice()).toBeEmptyDOMElement();
});
