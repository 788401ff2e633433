import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, type MockInstance, vi } from 'vitest';

// On a busy machine, a lazily loaded part takes longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error');
});

/**
 * Undoes what a test rendered, stubbed, spied on, and stored. React reports violations of its rules as console errors, so
 * an unexpected one is a failure.
 */
afterEach(() => {
  cleanup();
  const reported = consoleError.mock.calls;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  if (reported.length > 0) throw new Error(`Unexpected console error: ${reported.flat().join(' ')}`);
});

/** The next test file starts with a fresh history and title. */
afterAll(() => {
  window.history.replaceState(null, '', '/');
  document.title = '';
});

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;
