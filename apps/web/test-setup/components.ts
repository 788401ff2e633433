import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, type MockInstance, vi } from 'vitest';

// On a busy machine, a lazily loaded part takes longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error');
});

/** React reports violations of its rules as console errors, so an unexpected one is a failure. */
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  const reported = consoleError.mock.calls;
  consoleError.mockRestore();
  if (reported.length > 0) throw new Error(`Unexpected console error: ${reported.flat().join(' ')}`);
});

/** The next test file starts with a fresh history and title. */
afterAll(() => {
  window.history.replaceState(null, '', '/');
  document.title = '';
});

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;
