// node tools/screenshot.js URL FILE [--width 1440] [--height 900] [--full] [--login email:password]
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../packages/testing/src/browser.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    full: { type: 'boolean', default: false },
    login: { type: 'string' },
  },
});
const [url, file] = positionals;
if (!url || !file) {
  console.error('usage: screenshot.js URL FILE [--width N] [--height N] [--full] [--login email:password]');
  process.exit(1);
}

const browser = await chromium.launch(await findBrowser());
try {
  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: Number(values.height) },
  });
  page.on('console', (message) => message.type() === 'error' && console.error(`console: ${message.text()}`));
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  if (values.login) await signIn(page, values.login);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  await page.screenshot({ path: file, fullPage: values.full });
} finally {
  await browser.close();
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} login
 */
async function signIn(page, login) {
  const [email = '', ...password] = login.split(':');
  await page.goto(new URL('/', url).href);
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^password/i).fill(password.join(':'));
  await page.keyboard.press('Enter');
  await page.getByLabel(/^password/i).waitFor({ state: 'detached' });
}
