import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PageSheet, useReadingTimer } from './page-sheet.tsx';

let show: (page: number, area: number) => void;
const report = vi.fn((_pages: unknown) => Promise.resolve());
const setVisible = (visibility: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  fireEvent(document, new Event('visibilitychange'));
};
const advanceTime = (seconds: number) => {
  act(() => {
    vi.advanceTimersByTime(seconds * 1_000);
  });
};
/** Simulates a reader who moves the pointer now and then. */
const read = (seconds: number) => {
  for (let second = 0; second < seconds; second += 5) {
    fireEvent.pointerMove(window);
    advanceTime(Math.min(5, seconds - second));
  }
};
const listReportedPages = () => report.mock.calls.flatMap(([pages]) => pages);

function Pages() {
  const timer = useReadingTimer(report);
  return [1, 2].map((page) => (
    <PageSheet key={page} timer={timer} page={page} url="blob:page" alt={`Page ${String(page)}`} />
  ));
}

beforeEach(() => {
  vi.useFakeTimers();
  report.mockClear();
  class Observer {
    constructor(onChange: (entries: object[]) => void) {
      show = (page, area) =>
        onChange([
          {
            target: screen.getByRole('img', { name: `Page ${String(page)}` }),
            intersectionRect: { width: area, height: 1 },
          },
        ]);
    }
    observe(): void {}
    unobserve(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
});

it('reports every 15 seconds how long the page that fills most of the screen was read', () => {
  render(<Pages />);
  read(5);
  show(1, 100);
  show(2, 40);
  read(6);
  show(2, 200);
  expect(report).not.toHaveBeenCalled();
  read(4);
  expect(report.mock.calls).toEqual([
    [
      [
        { page: 1, ms: 6_000 },
        { page: 2, ms: 4_000 },
      ],
    ],
  ]);
});

it('reports the rest when the tab is hidden, and counts nothing until it is shown again', () => {
  render(<Pages />);
  show(1, 100);
  read(3);
  setVisible('hidden');
  expect(report.mock.calls).toEqual([[[{ page: 1, ms: 3_000 }]]]);
  advanceTime(50);
  setVisible('visible');
  read(2);
  fireEvent(window, new Event('pagehide'));
  expect(listReportedPages()).toEqual([
    { page: 1, ms: 3_000 },
    { page: 1, ms: 2_000 },
  ]);
});

it('stops a minute after the last movement', () => {
  render(<Pages />);
  show(1, 100);
  fireEvent.keyDown(window);
  advanceTime(300);
  const total = () =>
    listReportedPages().reduce<number>((sum, entry) => sum + (entry as { ms: number }).ms, 0);
  expect(total()).toBe(60_000);
  read(10);
  advanceTime(5);
  expect(total()).toBe(75_000);
});

it('reports the rest when the viewer is closed, and nothing of a page that was not in view', () => {
  const { unmount } = render(<Pages />);
  show(2, 100);
  read(4);
  unmount();
  expect(listReportedPages()).toEqual([{ page: 2, ms: 4_000 }]);
  advanceTime(60);
  expect(listReportedPages()).toHaveLength(1);
});

it('does not count the time that the computer slept', () => {
  render(<Pages />);
  show(1, 100);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 3_600_000);
  setVisible('hidden');
  expect(listReportedPages()).toEqual([{ page: 1, ms: 2_000 }]);
});
