import { afterAll, vi } from 'vitest';

/**
 * Set-up of the projects whose files share a process: each file loads our own modules anew, so what these
 * remember, and what it mocks, is its own. Only packages and the page stay loaded, which take longest to load.
 */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
