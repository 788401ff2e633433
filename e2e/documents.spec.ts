import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startInNewWorkspace } from './support/settings.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const getDialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('staff keep files in folders, replace one, and add it to a business', async ({ page }) => {
  await startInNewWorkspace(page, 'Library');
  await page.goto('/admin/documents');
  await expect(page.getByText('No files yet')).toBeVisible();
  await expectAccessible(page);

  await test.step('nested folders are added', async () => {
    await page.getByRole('button', { name: 'New folder' }).click();
    await getDialog(page, 'New folder').getByLabel('Name').fill('Riverside Dental');
    await getDialog(page, 'New folder').getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('link', { name: 'Riverside Dental' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.getByRole('button', { name: 'New folder' }).click();
    await getDialog(page, 'New folder').getByLabel('Name').fill('Financials');
    await expectAccessible(page);
    await getDialog(page, 'New folder').getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('link', { name: 'Financials' })).toHaveAttribute('aria-current', 'page');
  });

  await test.step('files are uploaded into the folder and found by name', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).first().click();
    await (
      await choosing
    ).setFiles([
      { name: 'Profit and loss.csv', mimeType: 'text/csv', buffer: Buffer.from('Month,Revenue\nJan,100\n') },
      { name: 'Lease.txt', mimeType: 'text/plain', buffer: Buffer.from('The lease') },
    ]);
    await expect(page.getByRole('link', { name: 'Lease.txt' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Profit and loss.csv' })).toBeVisible();
    await page.getByRole('link', { name: 'All files' }).click();
    await page.getByRole('searchbox').fill('proft');
    await expect(page.getByRole('link', { name: 'Profit and loss.csv' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Lease.txt' })).toHaveCount(0);
  });

  await test.step('a file is previewed, replaced, and its first version downloaded', async () => {
    await page.getByRole('link', { name: 'Profit and loss.csv' }).click();
    await expect(page.getByRole('cell', { name: '100' })).toBeVisible();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload new version' }).click();
    await (
      await choosing
    ).setFiles([{ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from('Month,Revenue\nJan,250\n') }]);
    await expect(page.getByRole('cell', { name: '250' })).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download version 1' }).click();
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Jan,100');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await expect(page.getByText('Version 1 restored')).toBeVisible();
    await expect(page.getByRole('cell', { name: '100' })).toBeVisible();
    await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('it is moved, deleted, and restored', async () => {
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to folder' }).click();
    await getDialog(page, 'Move Profit and loss.csv').getByLabel('Folder').selectOption('Riverside Dental');
    await getDialog(page, 'Move Profit and loss.csv').getByRole('button', { name: 'Move' }).click();
    await page.getByRole('link', { name: 'Riverside Dental' }).click();
    await page.getByRole('button', { name: 'Actions for Profit and loss.csv' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await expect(page.getByRole('link', { name: 'Profit and loss.csv' })).toHaveCount(0);
    await page.goto('/admin/documents?deleted=true');
    await page.getByRole('button', { name: 'Actions for Profit and loss.csv' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(page.getByRole('link', { name: 'Profit and loss.csv' })).toHaveCount(0);
    await page.goto('/admin/documents');
    await expect(page.getByRole('link', { name: 'Profit and loss.csv' })).toBeVisible();
  });

  await test.step('a folder with files cannot be deleted', async () => {
    await page.getByRole('link', { name: 'Financials' }).first().click();
    await page.getByRole('button', { name: 'Actions for Financials' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(
      page.getByText('This folder is not empty. Move or delete its contents first.'),
    ).toBeVisible();
  });
});

test('staff upload a folder with folders in it, and move, download, and delete several files at once', async ({
  page,
}) => {
  await startInNewWorkspace(page, 'Folder upload');
  const folder = await mkdtemp(join(tmpdir(), 'handover-e2e-'));
  try {
    const returns = join(folder, 'Returns');
    await mkdir(join(returns, '2025'), { recursive: true });
    for (const name of ['2024.txt', '2025/Form 1120.txt', '2025/.DS_Store'])
      await writeFile(join(returns, name), name);
    await page.goto('/admin/documents');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'List actions' }).click();
    await page.getByRole('menuitem', { name: 'Upload folder' }).click();
    await (await choosing).setFiles(returns);
    await expect(page.getByRole('link', { name: 'Form 1120.txt' })).toBeVisible();
    await expect(page.getByRole('link', { name: '2024.txt' })).toBeVisible();
    await page.getByRole('link', { name: '2025' }).first().click();
    await expect(page.getByRole('link', { name: 'Form 1120.txt' })).toBeVisible();
    await expect(page.getByRole('link', { name: '2024.txt' })).toHaveCount(0);
  } finally {
    await rm(folder, { recursive: true });
  }

  await page.getByRole('link', { name: 'All files' }).click();
  await expect(page.getByRole('link', { name: '2024.txt' })).toBeVisible();
  await expect(page.getByText('.DS_Store')).toHaveCount(0);
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const zip = await readFile(await (await downloading).path(), 'latin1');
  for (const name of ['2024.txt', 'Form 1120.txt']) expect(zip).toContain(name);

  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await getDialog(page, 'Move 2 files').getByLabel('Folder').selectOption('Returns');
  await expectAccessible(page);
  await getDialog(page, 'Move 2 files').getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText(/1 file moved/)).toBeVisible();
  await page.getByRole('link', { name: 'Returns' }).first().click();
  await expect(page.getByRole('link', { name: 'Form 1120.txt' })).toBeVisible();
  await expect(page.getByRole('link', { name: '2024.txt' })).toBeVisible();
});
