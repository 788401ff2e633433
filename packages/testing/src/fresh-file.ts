import { afterAll, vi } from 'vitest';

/**
 * Setup for projects whose test files share a process. Each file reloads our modules, so that their state and mocks are
 * separate. Packages stay loaded, because they take longest to load.
 */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
