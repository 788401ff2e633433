import { defineConfig } from '@playwright/test';
import { findBrowser } from '@handover/testing/browser.ts';

type Server = { readonly E2E_URL: string; readonly E2E_SMTP_PORT: string; readonly E2E_DATA_DIR: string };

/** One for each worker, chosen by tools/checks/e2e.js. Without them the journeys use a server that is already running. */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- tools/checks/e2e.js wrote it
const servers: Server[] = JSON.parse(process.env['E2E_SERVERS'] ?? '[]');
Object.assign(process.env, servers[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]);
const baseURL = process.env['E2E_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: Math.max(1, servers.length),
  webServer: servers.map(({ E2E_URL, E2E_SMTP_PORT, E2E_DATA_DIR }) => ({
    // The log is too long for the output of the run.
    command: `node tools/launch.js start > "${E2E_DATA_DIR}/server.log" 2>&1`,
    url: `${E2E_URL}/api/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
    env: {
      PORT: new URL(E2E_URL).port,
      PUBLIC_URL: E2E_URL,
      DATA_DIR: E2E_DATA_DIR,
      SAMPLE_DATA: 'true',
      SAMPLE_PASSWORD: process.env['E2E_PASSWORD'] ?? '',
      SMTP_URL: `smtp://127.0.0.1:${E2E_SMTP_PORT}`,
      // The journeys' webhook receivers and mail servers, also where an earlier journey invited somebody.
      OUTGOING_ALLOW: '127.0.0.1',
      MAIL_FROM: 'Handover <office@handover.test>',
      DATABASE_URL: '',
    },
  })),
  // The longest begin first, so that no worker is left with them at the end.
  projects: [
    { name: 'routes', testMatch: '**/routes.spec.ts' },
    { name: 'journeys', testIgnore: '**/routes.spec.ts' },
  ],
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Ends a journey that hangs. How long one takes depends on the machine, so no journey asserts it.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL,
    actionTimeout: 30_000,
    launchOptions: await findBrowser(),
    screenshot: 'only-on-failure',
    // Recording takes as long as the journeys themselves.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
});
