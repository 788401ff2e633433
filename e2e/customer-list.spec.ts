import { expect, expectAccessible, signIn, test, type Page } from './support/test.ts';

const count = 27;

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read freely by tests
async function call(page: Page, method: 'GET' | 'POST', path: string, body?: unknown): Promise<any> {
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '');
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

test('a broker arranges the list and keeps it as a view, tags all that match and takes it back, and edits a row by keyboard', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const mark = `Fair ${String(Date.now())}`;
  await signIn(page, 'admin');
  const { tag: earlier } = await call(page, 'POST', '/tags', { name: `${mark} earlier` });
  for (let number = 1; number <= count; number += 1)
    await call(page, 'POST', '/users', {
      name: `Visitor ${String(number).padStart(2, '0')}`,
      source: mark,
      tagIds: number === 1 ? [earlier.id] : [],
    });
  const matching = async (tagId: string): Promise<number> =>
    (await call(page, 'GET', `/users?source=${encodeURIComponent(mark)}&tagId=${tagId}`)).total;
  // By tag: behind an open panel the table has no roles.
  const heads = page.locator('thead th');

  await page.goto(`/admin/users?source=${encodeURIComponent(mark)}&sort=name`);
  await expect(page.getByText(`${String(count)} customers`, { exact: true })).toBeVisible();

  await test.step('move a column up by keyboard', async () => {
    await page.getByRole('button', { name: 'Display' }).click();
    const panel = page.getByRole('dialog', { name: 'Display' });
    const handle = panel.getByRole('button', { name: 'Move Phone' });
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(handle).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(panel.getByText(/phone was moved over droppable area email/i)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(heads.nth(2)).toHaveText('Phone');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  const view = page.getByRole('link', { name: mark });
  await test.step('keep it as a view, and find it again', async () => {
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(mark);
    await page.keyboard.press('Enter');
    await expect(view).toHaveAttribute('aria-current', 'true');
    await page.evaluate(() => localStorage.removeItem('customerColumns'));
    await page.goto('/admin/users');
    await expect(heads.nth(2)).toHaveText('E-mail');
    await view.click();
    await expect(page.getByText(`${String(count)} customers`, { exact: true })).toBeVisible();
    await expect(heads.nth(2)).toHaveText('Phone');
    await expect(page.getByRole('button', { name: 'Save as' })).toBeHidden();
    await expectAccessible(page);
  });

  await test.step('tag all that match, and take it back', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: `Select all ${String(count)} that match` }).click();
    await expect(page.getByText(`${String(count)} selected`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Tag ${String(count)} customers` });
    const tags = dialog.getByRole('combobox', { name: 'Tags' });
    for (const name of [`${mark} earlier`, `${mark} new`]) {
      await tags.fill(name);
      await tags.press('Enter');
      await expect(dialog.getByText(name, { exact: true })).toBeVisible();
    }
    await dialog.getByRole('button', { name: 'Add tags' }).click();
    const strip = page.getByRole('region', { name: 'Work on many customers' });
    await expect(strip).toContainText(`Tagged: ${String(count)} done`, { timeout: 60_000 });
    const { tags: known } = await call(page, 'GET', '/tags');
    const added = known.find(({ name }: { name: string }) => name === `${mark} new`);
    expect([await matching(earlier.id), await matching(added.id)]).toEqual([count, count]);
    await expectAccessible(page);

    await strip.getByRole('button', { name: 'Undo' }).click();
    await expect(strip).toContainText(`Taken back “Tagged”: ${String(count)} done`, { timeout: 60_000 });
    expect([await matching(earlier.id), await matching(added.id)]).toEqual([1, 0]);
    await strip.getByRole('button', { name: 'Dismiss' }).click();
    await expect(strip).toBeHidden();
  });

  await test.step('edit a cell with the keyboard', async () => {
    const row = page.getByRole('row', { name: /Visitor 02/ });
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(row).toBeFocused();
    await page.keyboard.press('e');
    const field = page.getByRole('textbox', { name: 'Phone of Visitor 02' });
    await expect(field).toBeFocused();
    await page.keyboard.type('+1 308 865 2512');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Company of Visitor 02' })).toBeFocused();
    await page.keyboard.type('Fair & Sons');
    await page.keyboard.press('Enter');
    await expect(row).toBeFocused();
    await expect(row).toContainText('Fair & Sons');
    await expect
      .poll(
        async () => (await call(page, 'GET', `/users?source=${encodeURIComponent(mark)}&sort=name`)).users[1],
      )
      .toMatchObject({ phone: '+1 308 865 2512', company: 'Fair & Sons' });
  });
});
