import { useEffect, useRef, useState, type ReactElement } from 'react';
import styles from './preview.module.css';

const tickMs = 1_000;
const reportEveryMs = 15_000;
/** After this long without any movement or typing, the reader counts as idle. */
const idleAfterMs = 60_000;
/** Shorter times are added to the next report. */
const minReportMs = 500;
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll'] as const;

type PageTimes = { page: number; ms: number }[];

export type ReadingTimer = Pick<PageTimer, 'watch'>;

interface PageSheetProps {
  timer: ReadingTimer;
  page: number;
  url: string;
  alt: string;
}

/** The image of a page; measures how long it is in view. */
export function PageSheet({ timer, page, url, alt }: PageSheetProps): ReactElement {
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => (ref.current === null ? undefined : timer.watch(page, ref.current)), [timer, page]);
  return <img ref={ref} src={url} alt={alt} className={styles['sheet']} />;
}

/** Measures how long pages are read. Reports every 15 seconds, and when the page is left or hidden. */
export function useReadingTimer(report: (pages: PageTimes) => Promise<unknown>): ReadingTimer {
  const [timer] = useState(() => new PageTimer());
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  useEffect(
    () =>
      timer.start((pages) => {
        // A failed report must not interrupt the reader.
        latest.current(pages).catch(() => undefined);
      }),
    [timer],
  );
  return timer;
}

/** Counts the time of the page that fills most of the window, while the tab is visible and the reader is not idle. */
class PageTimer {
  readonly #pages = new Map<Element, number>();
  readonly #areas = new Map<Element, number>();
  readonly #times = new Map<number, number>();
  #isVisible = true;
  #countedAt = 0;
  #activeUntil = 0;

  #observer: IntersectionObserver | undefined;

  /** Returns a function that stops it. */
  watch(page: number, sheet: Element): () => void {
    const observer = (this.#observer ??= this.#observeAreas());
    this.#pages.set(sheet, page);
    observer.observe(sheet);
    return () => {
      this.#count();
      observer.unobserve(sheet);
      this.#pages.delete(sheet);
      this.#areas.delete(sheet);
    };
  }

  /** Returns a function that stops it and sends a last report. */
  start(report: (pages: PageTimes) => void): () => void {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true, passive: true };
    const send = (): void => {
      this.#count();
      const pages = this.#take();
      if (pages.length > 0) report(pages);
    };
    this.#isVisible = document.visibilityState === 'visible';
    this.#countedAt = performance.now();
    this.#activeUntil = this.#countedAt + idleAfterMs;
    for (const sign of signsOfLife) window.addEventListener(sign, () => this.#stayActive(), options);
    window.addEventListener('pagehide', send, options);
    document.addEventListener(
      'visibilitychange',
      () => {
        send();
        this.#isVisible = document.visibilityState === 'visible';
      },
      options,
    );
    const timers = [setInterval(() => this.#count(), tickMs), setInterval(send, reportEveryMs)];
    return () => {
      listening.abort();
      timers.forEach(clearInterval);
      send();
    };
  }

  #observeAreas(): IntersectionObserver {
    const onChange = (entries: readonly IntersectionObserverEntry[]): void => {
      this.#count();
      for (const { target, intersectionRect } of entries)
        this.#areas.set(target, intersectionRect.width * intersectionRect.height);
    };
    return new IntersectionObserver(onChange, {
      threshold: Array.from({ length: 21 }, (_, index) => index / 20),
    });
  }

  #stayActive(): void {
    this.#count();
    this.#activeUntil = performance.now() + idleAfterMs;
  }

  /** Adds the time since the last call. A longer gap means that the computer was asleep. */
  #count(): void {
    const now = performance.now();
    const ms = Math.min(now, this.#activeUntil, this.#countedAt + 2 * tickMs) - this.#countedAt;
    this.#countedAt = now;
    const page = this.#pageInView();
    if (page !== undefined && this.#isVisible && ms > 0)
      this.#times.set(page, (this.#times.get(page) ?? 0) + ms);
  }

  #pageInView(): number | undefined {
    const [sheet, area = 0] = [...this.#areas].reduce<[Element?, number?]>(
      (largest, next) => (next[1] > (largest[1] ?? 0) ? next : largest),
      [],
    );
    return sheet !== undefined && area > 0 ? this.#pages.get(sheet) : undefined;
  }

  #take(): PageTimes {
    const pages = [...this.#times]
      .filter(([, ms]) => ms >= minReportMs)
      .map(([page, ms]) => ({ page, ms: Math.round(ms) }));
    for (const { page } of pages) this.#times.delete(page);
    return pages;
  }
}
