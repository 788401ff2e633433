import os from 'node:os';
import { defineConfig } from 'vitest/config';

/** One more than there are processors: a test often waits for the database. Each worker holds about fifty connections. */
const maxWorkers = Math.min(4, os.availableParallelism() + 1);
/** To load React or Fastify takes longer than most files, so the files of a worker share what comes from packages. */
const shared = { maxWorkers, isolate: false };
const freshFile = 'packages/testing/src/fresh-file.ts';
/** Tests of the API run programs for untrusted input. */
const programs = 'tools/checks/build-programs.js';
const slow = ['apps/api/**/*.slow.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'api',
          environment: 'node',
          globalSetup: [programs, 'apps/api/test-setup/database.ts'],
          setupFiles: [freshFile],
          include: ['apps/api/**/*.test.ts', 'packages/testing/src/**/*.test.ts'],
          exclude: slow,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'processes',
          environment: 'node',
          globalSetup: [programs],
          include: slow,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Two files side by side, each with clusters of its own: mostly they wait for what was killed to come back.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'rules',
          environment: 'node',
          testTimeout: 30_000,
          include: ['packages/{domain,contract}/src/**/*.test.ts', 'tools/**/*.test.js'],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...shared,
          name: 'web',
          environment: 'jsdom',
          testTimeout: 30_000,
          include: ['apps/web/{src,build}/**/*.test.{ts,tsx}', 'packages/ui*/src/**/*.test.{ts,tsx}'],
          setupFiles: [freshFile, 'apps/web/test-setup/components.ts'],
        },
      },
    ],
  },
});
