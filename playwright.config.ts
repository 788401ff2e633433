import { defineConfig } from '@playwright/test';
import { findBrowser } from '@handover/testing/browser.ts';

/** `npm test` starts a server for each worker and says where; by hand the tests use the one that runs already. */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- tools/checks/e2e.js wrote it
const servers: Record<string, string>[] = JSON.parse(process.env['E2E_SERVERS'] ?? '[{}]');
Object.assign(process.env, servers[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]);
const baseURL = process.env['E2E_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: servers.length,
  // The longest begin first, or one worker is left with them at the end.
  projects: [
    { name: 'routes', testMatch: '**/routes.spec.ts' },
    { name: 'journeys', testIgnore: '**/routes.spec.ts' },
  ],
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // When something hangs. How long a journey takes depends on the machine, and is nothing that they tell.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL,
    actionTimeout: 30_000,
    launchOptions: await findBrowser(),
    screenshot: 'only-on-failure',
    // Recording takes as much time as the journeys themselves.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
});
