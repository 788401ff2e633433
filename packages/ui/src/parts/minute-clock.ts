const minuteMs = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let nowMs = Date.now();

/** The time in milliseconds as of the last tick. */
export function getCurrentMinute(): number {
  return nowMs;
}

/** Calls the listener once a minute. One timer serves all times on the screen. Returns a function that stops it. */
export function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    // Ticking only if needed avoids rendering rows twice when they replace others.
    if (Math.abs(Date.now() - nowMs) >= minuteMs) tick();
    timer = setInterval(tick, minuteMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}
