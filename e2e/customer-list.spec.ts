import { call } from './support/call.ts';
import { expect, expectAccessible, startSession, test } from './support/test.ts';

const count = 27;

test('a broker arranges the list, saves a view, tags all that match, undoes it, and edits a row by keyboard', async ({
  page,
}) => {
  const mark = `Fair ${String(Date.now())}`;
  await startSession(page, 'admin');
  const { tag: earlier } = await call(page, 'POST', '/tags', { name: `${mark} earlier` });
  for (let number = 1; number <= count; number += 1)
    await call(page, 'POST', '/users', {
      name: `Visitor ${String(number).padStart(2, '0')}`,
      source: mark,
      tagIds: number === 1 ? [earlier.id] : [],
    });
  const matching = async (tagId: string): Promise<number> =>
    (await call(page, 'GET', `/users?source=${encodeURIComponent(mark)}&tagId=${tagId}`)).total;
  // Located by tag, because the table has no roles behind an open panel.
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
    // A picked-up item handles arrow keys only after the current task.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await page.keyboard.press('ArrowUp');
    await expect(panel.getByText(/phone was moved over droppable area tags/i)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(heads.nth(5)).toHaveText('Phone');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  const view = page.getByRole('link', { name: mark });
  await test.step('save it as a view, and open it again', async () => {
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(mark);
    await page.keyboard.press('Enter');
    await expect(view).toHaveAttribute('aria-current', 'true');
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('customerColumns:')) localStorage.removeItem(key);
    });
    await page.goto('/admin/users');
    await expect(heads.nth(5)).toHaveText('Tags');
    await view.click();
    await expect(page.getByText(`${String(count)} customers`, { exact: true })).toBeVisible();
    await expect(heads.nth(5)).toHaveText('Phone');
    await expect(page.getByRole('button', { name: 'Save as' })).toBeHidden();
    await expectAccessible(page);
  });

  await test.step('scroll down under the table header', async () => {
    await page.evaluate(() => window.scrollTo(0, 600));
    await expect.poll(async () => (await heads.first().boundingBox())?.y).toBeCloseTo(92, 0);
    await page.evaluate(() => window.scrollTo(0, 0));
  });

  await test.step('tag all that match, and undo it', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: `Select all ${String(count)}` }).click();
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
    const strip = page.getByRole('region', { name: 'Bulk action' });
    await expect(strip).toContainText(`${String(count)} customers tagged`, { timeout: 60_000 });
    const { tags: known } = await call(page, 'GET', '/tags');
    const added = known.find(({ name }: { name: string }) => name === `${mark} new`);
    expect([await matching(earlier.id), await matching(added.id)]).toEqual([count, count]);
    await expectAccessible(page);

    await strip.getByRole('button', { name: 'Undo' }).click();
    await expect(strip).toContainText(`Undone for ${String(count)} customers`, { timeout: 60_000 });
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
    const cell = (name: string) => page.getByLabel(`${name} for Visitor 02`);
    await expect(cell('Company')).toBeFocused();
    await page.keyboard.type('Fair & Sons');
    await page.keyboard.press('Tab');
    await expect(cell('Broker')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(cell('Phone')).toBeFocused();
    await page.keyboard.type('+1 308 865 2512');
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

test('on a phone a broker selects cards, tags all that match, and undoes it', async ({ page }) => {
  const mark = `Walk ${String(Date.now())}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, 'admin');
  for (let number = 1; number <= count; number += 1)
    await call(page, 'POST', '/users', { name: `Caller ${String(number).padStart(2, '0')}`, source: mark });
  const { customField } = await call(page, 'POST', '/custom-fields', { name: mark, kind: 'text' });
  const { users } = await call(page, 'GET', `/users?source=${encodeURIComponent(mark)}&sort=name`);
  await call(page, 'PATCH', `/users/${String(users[0].id)}`, {
    version: users[0].version,
    custom: { [customField.id]: 'Weekends only' },
  });
  await page.goto(`/admin/users?source=${encodeURIComponent(mark)}&sort=name`);
  const cards = page.getByRole('list', { name: 'Customers' });
  const bar = page.getByRole('group', { name: 'Selection' });
  const select = page.getByRole('button', { name: 'Select', exact: true });
  const first = cards.getByRole('listitem').first();
  await expect(first).toBeVisible();
  await expect(cards.getByRole('checkbox')).toHaveCount(0);
  await expectAccessible(page);

  await test.step('choose what the cards show', async () => {
    await expect(first).not.toContainText('Weekends only');
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    const display = page.getByRole('dialog', { name: 'Display' });
    await display.getByRole('checkbox', { name: mark }).click();
    await expect(display.getByRole('checkbox', { name: mark })).toBeChecked();
    await expectAccessible(page);
    await display.getByRole('button', { name: 'Done' }).click();
    await expect(first).toContainText('Weekends only');
  });

  await test.step('select cards by touch and by keyboard', async () => {
    await select.click();
    await expectAccessible(page);
    await cards.getByText('Caller 02').click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(bar).toContainText('2 selected');
    await expect(cards.getByRole('checkbox', { name: 'Select Caller 03' })).toBeChecked();
    // Half covered by the header, the sort control would be too small a target.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
  });

  await test.step('the bar covers neither the focused card nor the end of the list', async () => {
    const last = cards.getByRole('checkbox').last();
    await last.focus();
    const top = async (): Promise<number> => (await bar.boundingBox())?.y ?? 0;
    const bottom = async (part = last): Promise<number> => {
      const place = await part.boundingBox();
      return place === null ? Infinity : place.y + place.height;
    };
    await expect.poll(async () => (await bottom()) - (await top())).toBeLessThanOrEqual(0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('button', { name: 'Next page' })).toBeInViewport();
    const pager = page.getByRole('navigation', { name: 'Pages' });
    await expect.poll(async () => (await bottom(pager)) - (await top())).toBeLessThanOrEqual(0);
  });

  await test.step('tag all that match but one, and undo it', async () => {
    await bar.getByRole('button', { name: `Select all ${String(count)}` }).click();
    await cards.getByText('Caller 05').click();
    await expect(bar).toContainText(`${String(count - 1)} selected`);
    await bar.getByRole('button', { name: 'Tag', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Tag ${String(count - 1)} customers` });
    const tags = dialog.getByRole('combobox', { name: 'Tags' });
    await tags.fill(mark);
    await tags.press('Enter');
    await expect(dialog.getByText(mark, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Add tags' }).click();
    const strip = page.getByRole('region', { name: 'Bulk action' });
    await expect(strip).toContainText(`${String(count - 1)} customers tagged`, { timeout: 60_000 });
    await expect(bar).toBeHidden();
    await expect(cards.getByRole('link', { name: 'Caller 05' })).toBeVisible();
    const { tags: known } = await call(page, 'GET', '/tags');
    const { id } = known.find(({ name }: { name: string }) => name === mark);
    const tagged = async (): Promise<number> => (await call(page, 'GET', `/users?tagId=${String(id)}`)).total;
    expect(await tagged()).toBe(count - 1);
    await expectAccessible(page);
    await strip.getByRole('button', { name: 'Undo' }).click();
    await expect(strip).toContainText(`Undone for ${String(count - 1)} customers`, { timeout: 60_000 });
    expect(await tagged()).toBe(0);
  });
});

test('the list dims only while a response is slow, even with reduced motion', async ({ page }) => {
  await startSession(page, 'admin');
  const late = page.locator('[aria-label="Customer list"] [aria-busy="true"]');
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/admin/users');
    await expect(page.getByRole('table')).toBeVisible();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/users?*', async (route) => {
      await held;
      await route.continue();
    });
    const atFirst = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new MutationObserver((_changes, observer) => {
            const busy = document.querySelector('[aria-label="Customer list"] [aria-busy="true"]');
            if (busy === null) return;
            observer.disconnect();
            resolve(getComputedStyle(busy).opacity);
          }).observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] });
        }),
    );
    await page.getByRole('button', { name: 'Mine', exact: true }).click();
    expect(await atFirst).toBe('1');
    await expect(late).toHaveCSS('opacity', '0.6');
    answer();
    await expect(late).toHaveCount(0);
    await page.unroute('**/api/users?*');
  }
});
