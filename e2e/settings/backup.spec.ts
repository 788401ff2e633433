import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { getCard, openSection, startInTeam } from '../support/settings.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('a superadmin makes a backup, downloads it, and finds both in the installation’s audit log', async ({
  page,
}) => {
  await startInTeam(page, 'superadmin');
  await openSection(page, 'installation');
  const card = getCard(page, 'Backups');
  const list = card.getByRole('list', { name: 'Backups' });
  const rows = list.getByRole('listitem');
  await expect(list.or(card.getByText('No backups yet'))).toBeVisible();
  const before = await rows.count();
  await card.getByRole('button', { name: 'Back up now' }).click();
  await expect(rows).toHaveCount(before + 1);
  const made = rows.first();
  await expect(made).toContainText(/\d (kB|MB) · /, { timeout: 60_000 });
  await expectAccessible(page);

  const waiting = page.waitForEvent('download');
  await made.getByRole('button', { name: /^Download the backup from/ }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^handover-.*\.tar$/);
  // The database comes first, in a separate archive; the files follow unchanged.
  const tar = await readFile(await download.path());
  const size = Number.parseInt(tar.toString('latin1', 124, 136), 8);
  const archive = gunzipSync(tar.subarray(512, 512 + size)).toString('latin1');
  expect(archive).toContain('about.json');
  expect(archive).toContain('tables/customers/');
  expect(archive).toContain('manifest.json');

  await made.getByRole('button', { name: /^Delete the backup from/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(before);

  await openSection(page, 'installation-audit');
  const entries = page.getByRole('region', { name: 'Entry list' });
  for (const action of ['Deleted a backup', 'Downloaded a backup', 'Started a backup'])
    await expect(entries.getByRole('rowheader', { name: action }).first()).toBeVisible();
});
