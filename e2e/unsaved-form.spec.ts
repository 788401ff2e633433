import { call } from './support/call.ts';
import { chooseLogout, expect, fillSignIn, goTo, startSession, test, type Page } from './support/test.ts';

/** Signs the page's user out on the server, as an administrator or an expiration would. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '');
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
}

test('text typed into a form is restored after the session ended and the user signed in again', async ({
  page,
}) => {
  const name = `Unsaved ${String(Date.now())}`;
  await startSession(page, 'staff', 'Team 3');

  await test.step('the session ends while a new customer is unsaved', async () => {
    await page.goto('/admin/users/create');
    await page.getByLabel(/^Name/).fill(name);
    await page.getByLabel('City').fill('Portland');
    await endSession(page);
    // The page may detect the end of the session before it can be clicked.
    const create = page.getByRole('button', { name: 'Create customer' });
    await create
      .or(page.getByLabel('Password', { exact: true }))
      .first()
      .click();
    await expect(page.getByText('Your session has expired')).toBeVisible();
    await expect(page).toHaveURL('/sign-in');
  });

  await test.step('signing in returns to the form with the text', async () => {
    await fillSignIn(page, 'staff@handover.test');
    await expect(page).toHaveURL('/admin/users/create');
    await expect(page.getByLabel(/^Name/)).toHaveValue(name);
    await expect(page.getByLabel('City')).toHaveValue('Portland');
    await expect(page.getByText('Unsaved changes restored.')).toBeVisible();
  });

  await test.step('saving works and removes the draft', async () => {
    await page.getByRole('button', { name: 'Create customer' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const drafts = (): Promise<string[]> =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('form-draft:')));
    await expect.poll(drafts).toEqual([]);
  });

  const { pathname } = new URL(page.url());
  const id = pathname.split('/').at(-1) ?? '';
  await test.step('the same for a form in a dialog, which asks about a change saved by someone else', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByLabel('City').fill('Salem');
    const { user } = await call(page, 'GET', `/users/${id}`);
    await call(page, 'PATCH', `/users/${id}`, { version: user.version, city: 'Eugene' });
    await endSession(page);
    const save = page.getByRole('button', { name: 'Save' });
    await save
      .or(page.getByLabel('Password', { exact: true }))
      .first()
      .click();
    await expect(page).toHaveURL('/sign-in');
    await fillSignIn(page, 'staff@handover.test');
    await expect(page).toHaveURL(pathname);
    const dialog = page.getByRole('dialog', { name: 'Edit customer' });
    await expect(dialog.getByLabel('City')).toHaveValue('Salem');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Someone else saved changes first' });
    await expect(question.getByRole('radio', { name: 'Theirs Eugene' })).toBeVisible();
    await question.getByRole('button', { name: 'Save again' }).click();
    await expect.poll(async () => (await call(page, 'GET', `/users/${id}`)).user.city).toBe('Salem');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('logging out asks first, and removes the draft', async () => {
    await goTo(page, '/admin/users/create');
    await page.getByLabel(/^Name/).fill('Typed before logging out');
    await chooseLogout(page);
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click();
    await expect(page).toHaveURL('/sign-in');
    await fillSignIn(page, 'staff@handover.test');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.goto('/admin/users/create');
    await expect(page.getByLabel(/^Name/)).toHaveValue('');
  });
});
