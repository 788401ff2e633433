import { afterAll, vi } from 'vitest';

/**
 * Setup of projects with files that share a process: each file loads our own modules again, so that their state
 * and mocks are separate. Packages stay loaded, since they take longest.
 */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
