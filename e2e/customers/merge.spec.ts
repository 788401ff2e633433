import { call } from '../support/call.ts';
import { expect, expectAccessible, goTo, startSession, test, type Page } from '../support/test.ts';

const phone = { width: 390, height: 844 };
const fixture = { width: 1440, height: 900 };

/** Notes that each customer gets in addition to the typed ones; with them, a merge combines a thousand activities. */
const extraNotes = 500;
const atOnce = 10;

type Person = { name: string; email: string; phone: string };

async function addCustomer(page: Page, { name, email, phone: number }: Person): Promise<string> {
  await goTo(page, '/admin/users/create');
  await page.getByRole('textbox', { name: /^Name/ }).fill(name);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(number);
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname;
}

async function addNote(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Timeline' }).getByText(text)).toBeVisible();
}

/** Adds many notes to the customer at a path. */
async function addManyNotes(page: Page, path: string): Promise<void> {
  const id = path.split('/').at(-1) ?? '';
  for (let written = 0; written < extraNotes; written += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, (_, more) =>
        call(page, 'POST', `/users/${id}/notes`, { body: `Old note ${String(written + more)}` }),
      ),
    );
}

/** The numbers of notes and activities of the customer at a path. */
async function getCounts(page: Page, path: string): Promise<{ notes: number; activities: number }> {
  const { user } = await call(page, 'GET', `/users/${path.split('/').at(-1) ?? ''}`);
  return user.counts;
}

test('two records of one customer are found, compared, merged into one timeline, and separated again', async ({
  page,
}) => {
  const mark = `E2e${String(Date.now())}`;
  const shared = `+1 646 ${mark.slice(-7)}`;
  await startSession(page, 'admin');
  const first = await addCustomer(page, {
    name: `Marla ${mark}`,
    email: `marla.${mark}@example.com`,
    phone: shared,
  });
  const second = await addCustomer(page, {
    name: `Marlo ${mark}`,
    email: `marlo.${mark}@example.com`,
    phone: shared,
  });
  const pair = page.getByRole('article', { name: new RegExp(`Marl. ${mark} and Marl. ${mark}`) });
  const timeline = page.getByRole('list', { name: 'Timeline' });

  await test.step('they have a thousand notes', async () => {
    await addManyNotes(page, first);
    await addManyNotes(page, second);
    await page.goto(first);
    await addNote(page, `First of ${mark}`);
    await addNote(page, `Second of ${mark}`);
    await page.goto(second);
    await addNote(page, `Third of ${mark}`);
  });
  const before = [await getCounts(page, first), await getCounts(page, second)];
  expect(before.map(({ notes }) => notes)).toEqual([extraNotes + 2, extraNotes + 1]);

  await test.step('the record and the list show the possible duplicate', async () => {
    await page.reload();
    const notice = page.getByRole('region', { name: 'Possible duplicates' });
    await expect(notice.getByRole('link', { name: `Marla ${mark}` })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/admin/users');
    await expect(page.getByRole('link', { name: /possible duplicate/ })).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: /possible duplicate/ }).click();
    await expect(pair).toBeVisible({ timeout: 20_000 });
    await expect(pair.getByText('Same phone')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await page.setViewportSize(fixture);
  });

  await test.step('compare, choose a value, and merge by keyboard', async () => {
    await pair.getByRole('link', { name: 'Compare' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Merge customers' })).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: 'Records to move' })
        .getByText(`${String(extraNotes + 1)} notes`, { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await page.setViewportSize(fixture);
    const name = page.getByRole('radiogroup', { name: 'Name' });
    await name.getByRole('radio', { checked: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(name.getByRole('radio', { name: `Marlo ${mark} Marlo ${mark}` })).toBeChecked();
    await page.getByRole('button', { name: 'Merge' }).press('Enter');
  });

  await test.step('one timeline, and old links open it', async () => {
    await expect(page.getByRole('heading', { level: 1, name: `Marlo ${mark}` })).toBeVisible();
    for (const text of ['First', 'Second', 'Third'])
      await expect(timeline.getByText(`${text} of ${mark}`)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(first);
    const joined = await getCounts(page, first);
    expect(joined.notes).toBe(2 * extraNotes + 3);
    expect(joined.activities).toBeGreaterThan(2 * extraNotes + 3);
    await expect(page.getByRole('link', { name: `marlo.${mark}@example.com` })).toBeVisible();
    await page.goto(second);
    await expect.poll(() => new URL(page.url()).pathname).toBe(first);
  });

  await test.step('undo it from the timeline', async () => {
    await timeline
      .getByRole('listitem')
      .filter({ hasText: 'merged this customer with' })
      .getByRole('link')
      .click();
    await expect(page.getByText('was merged into')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).press('Enter');
    await expect(page.getByText(/undid this merge/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('two records again, each with its own data', async () => {
    expect([await getCounts(page, first), await getCounts(page, second)].map(({ notes }) => notes)).toEqual(
      before.map(({ notes }) => notes),
    );
    await page.goto(second);
    await expect(page.getByRole('heading', { level: 1, name: `Marlo ${mark}` })).toBeVisible();
    await expect(timeline.getByText(`Third of ${mark}`)).toBeVisible();
    await expect(timeline.getByText(`First of ${mark}`)).toHaveCount(0);
    await page.goto(first);
    await expect(page.getByRole('heading', { level: 1, name: `Marla ${mark}` })).toBeVisible();
    await expect(timeline.getByText(`Second of ${mark}`)).toBeVisible();
    await expect(timeline.getByText(`Third of ${mark}`)).toHaveCount(0);
  });

  await test.step('marked as different, they are no longer shown', async () => {
    const twin = page
      .getByRole('region', { name: 'Possible duplicates' })
      .getByRole('listitem')
      .filter({ hasText: `Marlo ${mark}` });
    await twin.getByRole('button', { name: 'Not the same' }).click();
    await expect(twin).toBeHidden();
    await page.reload();
    await expect(timeline.getByText(`Second of ${mark}`)).toBeVisible();
    await expect(twin).toHaveCount(0);
    await page.goto('/admin/users/duplicates');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(pair).toHaveCount(0);
  });
});
