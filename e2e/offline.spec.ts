import { expect, expectAccessible, signIn, test } from './support/test.ts';

test('offline, pages show a notice, keep typed text, and resume by themselves', async ({ page, context }) => {
  await signIn(page, 'staff');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto('/admin/users');
  await page.getByRole('row').nth(1).getByRole('link').click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Written on a train');

  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('The server cannot be reached.', { exact: false }).first()).toBeVisible();
  await expect(note).toHaveText('Written on a train');
  // On a phone, the notice must not cover the last button of a page.
  await page.setViewportSize({ width: 390, height: 844 });
  const notice = await page.getByText('You are offline.').locator('..').boundingBox();
  expect(notice?.y).toBeLessThan(100);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('Your draft is saved on this device.')).toBeVisible();
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(note).toHaveText('Written on a train');
});

test('offline, pages opened before still work, and others open once the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'staff');
  await page.goto('/admin/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await context.setOffline(true);
  await menu.getByRole('link', { name: 'Business Center' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Users Management' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await menu.getByRole('link', { name: 'Business Center' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Business Center' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('the app can be installed under the name of the brokerage', async ({ page }) => {
  await page.goto('/sign-in');
  const manifest = await page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? '';
    return (await fetch(address)).json();
  });
  expect(manifest).toMatchObject({
    name: 'Meridian Healthcare Brokers',
    display: 'standalone',
    start_url: '/',
  });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${String(picture.width)}x${String(picture.height)}`;
    }, src);
    expect(size).toBe(sizes);
  }
});
