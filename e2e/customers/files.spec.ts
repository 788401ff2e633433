import { readFile } from 'node:fs/promises';
import { call } from '../support/call.ts';
import { expect, expectAccessible, startSession, test, watchErrors } from '../support/test.ts';

const mark = Date.now().toString(36);
const [taxes, letter] = [`tax-return-${mark}.pdf`, `${'long name '.repeat(25)}${mark}.txt`];
const shortLetter = letter.slice(0, 196).concat('.txt');

test('staff add files to a customer and share one, which the client downloads', async ({
  page,
  browser,
  watchedErrors,
}) => {
  const client = await (await browser.newContext()).newPage();
  watchErrors(client, watchedErrors);
  await startSession(client, 'client');
  await client.goto('/user/dashboard');
  const shared = client.getByRole('region', { name: 'Your files' });
  await expect(shared).toBeVisible();
  const { customerId, workspaceId } = (await call(client, 'GET', '/auth/profile')).user;

  await startSession(page, 'admin');
  await page.evaluate((id) => localStorage.setItem('workspaceId', id), String(workspaceId));
  await page.goto(`/admin/users/view/${String(customerId)}?tab=files`);
  const files = page.getByRole('list', { name: 'Files' });

  await test.step('two files are uploaded, the first one after a retry', async () => {
    const busy = { status: 429, title: 'Busy', code: 'RATE_LIMITED', detail: 'Try again in a minute.' };
    const address = (url: URL): boolean => url.pathname === '/api/documents' && url.searchParams.has('name');
    await page.route(address, (route) => route.fulfill({ status: 429, json: busy }), { times: 1 });
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).click();
    await (
      await choosing
    ).setFiles([
      { name: taxes, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      { name: letter, mimeType: 'text/plain', buffer: Buffer.from('Dear Amara') },
    ]);
    await expect(files.getByRole('button', { name: shortLetter, exact: true })).toBeVisible();
    await expect(page.getByText('Try again in a minute.')).toBeVisible();
    await expect(files.getByRole('button', { name: taxes, exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(files.getByRole('button', { name: taxes, exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('one is shared, and the client sees and downloads it', async () => {
    await page.getByRole('button', { name: `Actions for ${shortLetter}` }).click();
    await page.getByRole('menuitem', { name: 'Share with client' }).click();
    const row = shared.getByRole('button', { name: shortLetter, exact: true });
    await expect(row).toBeVisible();
    await expect(shared.getByRole('button', { name: taxes })).toHaveCount(0);
    await client.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(client);
    await expect(row).toBeEnabled({ timeout: 60_000 });
    const downloading = client.waitForEvent('download');
    await row.click();
    const download = await downloading;
    expect(await readFile(await download.path(), 'utf8')).toBe('Dear Amara');
  });

  await test.step('the other is deleted and restored, and the timeline shows everything', async () => {
    await page.getByRole('button', { name: `Actions for ${taxes}` }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await expect(files.getByRole('button', { name: taxes, exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(files.getByRole('button', { name: taxes, exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await expect(page.getByText(/added tax-return/).first()).toBeVisible();
    await expect(page.getByText(/restored the file tax-return/).first()).toBeVisible();
    await page.getByRole('link', { name: taxes }).first().click();
    await expect(files.getByRole('button', { name: taxes, exact: true })).toBeInViewport();
  });
});
