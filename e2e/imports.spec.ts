import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { completeNpi } from '@handover/domain/npi.ts';
import { createRegisterText } from '@handover/testing/provider-register.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '@handover/testing/server-process.ts';
import { dumpTables, type TableDump } from '@handover/testing/table-dump.ts';
import { findEmbeddedPostgres } from '../apps/api/src/db/embedded/data-folder-lock.ts';
import { expect, expectAccessible, samplePassword, startSession, test, type Page } from './support/test.ts';

const rows = 5_000;
const tables = [
  'customers',
  'customer_contact_points',
  'customer_stats',
  'customer_tags',
  'tags',
  // Documents are excluded, because a job is still filing the PDFs of the sample agreements.
  "(SELECT * FROM search_entries WHERE kind <> 'document')",
  'activities',
];
const singly = 5;

/** The register's active rows, with its date as Joined. Three hundred rows have a typical typing error. */
function mistypedRegister(): string {
  const [header = '', ...lines] = createRegisterText({ rows: rows + 500 }).split('\n');
  const active = lines.filter((line) => /^\d+,[12]\.0,/.test(line)).slice(0, rows);
  const mistyped = active.map((line, index) => {
    if (index % 16 !== 3 || index / 16 >= 300) return line;
    const nth = (index - 3) / 16;
    if (nth < singly) return line.replace(/^\d{10}/, (npi) => `${npi.slice(0, 9)}X`);
    if (nth < 150) return line.replace('05/23/2005', 'unknown');
    return nth < 250
      ? line.replace(/207X00000X|1223G0001X|251G00000X|333600000X/, 'none yet')
      : line.replace(/^(\d+),[12]\.0/, '$1,3.0');
  });
  return [header.replace('Provider Enumeration Date', 'Joined'), ...mistyped, ''].join('\n');
}

/** Starts a separate server, which the test may kill. */
async function startOwn(dataDir: string, port: number): Promise<ServerProcess> {
  return startServerProcess({
    dataDir,
    port,
    env: {
      SAMPLE_DATA: 'true',
      SAMPLE_PASSWORD: samplePassword,
      PUBLIC_URL: `http://localhost:${String(port)}`,
      DATABASE_URL: '',
      SMTP_URL: '',
    },
  });
}

async function dumpDatabase(dataDir: string): Promise<TableDump> {
  return dumpTables((await findEmbeddedPostgres(dataDir)) ?? {}, tables);
}

async function applyToAll(
  page: Page,
  column: string,
  { value, count }: { value: string; count: number },
): Promise<void> {
  await page
    .getByLabel('Show', { exact: true })
    .selectOption({ label: `${column}: not valid (${String(count)})` });
  const cell = page.getByRole('textbox', { name: column }).first();
  await cell.fill(value);
  await page.getByRole('button', { name: `Apply to all ${String(count)} matching` }).click();
  await expect(page.getByText('No rows left with this problem')).toBeVisible();
}

test('five thousand rows are fixed in the grid, imported across a crash, and fully undone', async ({
  browser,
}) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'handover-import-'));
  const port = await findFreePort();
  let server = await startOwn(dataDir, port);
  const context = await browser.newContext({ baseURL: `http://localhost:${String(port)}` });
  const page = await context.newPage();
  const dialog = page.getByRole('dialog', { name: 'Import customers' });
  try {
    const before = await dumpDatabase(dataDir);
    await startSession(page, 'admin');
    await page.goto('/admin/users?import=new');

    await test.step('upload, and see every bad cell', async () => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'register.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(mistypedRegister()),
      });
      await expect(dialog).toContainText('4,700 to create, 0 to update, 300 skipped of 5,000 rows', {
        timeout: 60_000,
      });
      await expectAccessible(page);
      await page.getByRole('tab', { name: 'Rows with errors (300)' }).click();
      await expect(page.getByRole('textbox').first()).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('fix them: matching values together, the others one by one', async () => {
      await applyToAll(page, 'Joined', { value: '2005-05-23', count: 145 });
      await applyToAll(page, 'Healthcare Provider Taxonomy Code_1', { value: '', count: 100 });
      await applyToAll(page, 'Entity Type Code', { value: '1.0', count: 50 });
      await page.getByLabel('Show', { exact: true }).selectOption('all');
      for (let left = singly; left > 0; left -= 1) {
        const cells = page.getByRole('textbox', { name: 'NPI', exact: true });
        await expect(cells).toHaveCount(left);
        const typed = await cells.first().inputValue();
        await cells.first().fill(completeNpi(typed.slice(0, 9)));
        await cells.first().press('Enter');
      }
      await expect(page.getByText('No rows with errors')).toBeVisible();
      await page.reload();
      await expect(dialog).toContainText('5,000 to create, 0 to update, 0 skipped', { timeout: 60_000 });
    });

    await test.step('import, with the server killed half-way', async () => {
      await page.getByRole('button', { name: 'Import 5,000 rows' }).click();
      await expect
        .poll(async () => getImportedRowCount(page), { intervals: [20], timeout: 60_000 })
        .toBeGreaterThan(500);
      await server.kill();
      await expect(dialog).toContainText('Importing register.csv');
      server = await startOwn(dataDir, port);
      await expect(dialog).toContainText('register.csv: 5,000 imported, 0 skipped', {
        timeout: 60_000,
      });
      expect((await dumpDatabase(dataDir))['customers']?.rows).toBe((before['customers']?.rows ?? 0) + rows);
      await expectAccessible(page);
    });

    await test.step('undo it: the tables are identical to before, byte for byte', async () => {
      await page.getByRole('button', { name: 'Undo import' }).click();
      await page
        .getByRole('dialog', { name: /^Undo the import/ })
        .getByRole('button', { name: 'Undo import' })
        .click();
      await expect(dialog).toContainText('Import of register.csv undone: 5,000 rows removed', {
        timeout: 60_000,
      });
      await expect.poll(() => dumpDatabase(dataDir)).toEqual(before);
    });
  } finally {
    await context.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** The number of rows that the displayed import has processed. */
async function getImportedRowCount(page: Page): Promise<number> {
  const text = await page
    .getByText(/^Rows read/)
    .locator('xpath=..')
    .locator('dd')
    .textContent({ timeout: 1_000 })
    .catch(() => null);
  return Number((text ?? '0').replaceAll(',', ''));
}
