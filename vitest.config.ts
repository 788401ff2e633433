import os from 'node:os';
import { defineConfig } from 'vitest/config';

const server = { environment: 'node', globalSetup: ['apps/api/test-setup/database.ts'] };
const slow = ['apps/api/**/*.slow.test.ts'];

export default defineConfig({
  test: {
    // Half of the time a test waits for the database. Each worker holds about fifty connections.
    maxWorkers: Math.max(2, Math.min(4, os.availableParallelism())),
    projects: [
      {
        test: {
          ...server,
          name: 'api',
          include: ['apps/api/**/*.test.ts', 'packages/testing/src/**/*.test.ts'],
          exclude: slow,
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'processes',
          environment: 'node',
          include: slow,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['packages/{domain,contract}/src/**/*.test.ts', 'tools/**/*.test.js'],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          environment: 'jsdom',
          testTimeout: 15_000,
          include: ['apps/web/{src,build}/**/*.test.{ts,tsx}', 'packages/ui*/src/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/test-setup/components.ts'],
        },
      },
    ],
  },
});
