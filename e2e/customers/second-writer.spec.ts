import type { Locator } from '@playwright/test';
import { expectSealed } from '../support/audit.ts';
import { call } from '../support/call.ts';
import { openAs, startInTeam } from '../support/settings.ts';
import { expect, expectAccessible, test, type Page } from '../support/test.ts';

async function edit(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit/ });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('the second to save sees both versions and chooses; neither loses anything', async ({
  page,
  browser,
  watchedErrors,
}) => {
  await startInTeam(page, 'admin');
  const since = new Date();
  const staff = await openAs(browser, 'staff', watchedErrors);
  const before = { name: `Two writers ${String(Date.now())}`, company: 'Old Dental', title: 'Owner' };
  const { user } = await call(page, 'POST', '/users', before);
  const read = async () => (await call(page, 'GET', `/users/${String(user.id)}`)).user;
  const address = `/admin/users/view/${String(user.id)}`;
  await page.goto(address);
  await staff.goto(address);

  await test.step('both edit the same fields, and the first one saves', async () => {
    const first = await edit(staff);
    const second = await edit(page);
    await first.getByLabel('Company').fill('Staff Dental');
    await first.getByLabel('Job title').fill('Founder');
    await first.getByLabel('City').fill('Dallas');
    await second.getByLabel('Company').fill('Admin Dental');
    await second.getByLabel('Job title').fill('President');
    await second.getByLabel('Website').fill('https://admin.test');
    await first.getByRole('button', { name: 'Save' }).click();
    await expect(first).toBeHidden();
    // Live updates do not change a form while someone is typing in it.
    await expect(second.getByLabel('Company')).toHaveValue('Admin Dental');
    await second.getByRole('button', { name: 'Save' }).click();
  });

  const question = page.getByRole('dialog', { name: 'Someone else saved changes first' });
  const field = (name: string): Locator => question.getByRole('group', { name: `${name} (changed by both)` });
  await test.step('the second sees a notice and both versions of each field', async () => {
    await expect(question).toBeVisible();
    await expect(field('Company').getByRole('radio', { name: 'Mine Admin Dental' })).toBeChecked();
    await expect(field('Company').getByRole('radio', { name: 'Theirs Staff Dental' })).toBeVisible();
    await expect(question.getByText('They also changed: City.')).toBeVisible();
    expect(await read()).toMatchObject({ company: 'Staff Dental', title: 'Founder', city: 'Dallas' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('back to editing keeps what was typed', async () => {
    await question.getByRole('button', { name: 'Back to editing' }).click();
    await expect(page.getByRole('dialog').getByLabel('Company')).toHaveValue('Admin Dental');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(question).toBeVisible();
  });

  await test.step('mine for one field, theirs for another; what only one changed stays', async () => {
    await field('Job title').getByRole('radio', { name: 'Theirs Founder' }).check();
    await question.getByRole('button', { name: 'Save again' }).click();
    await expect(question).toBeHidden();
    expect(await read()).toMatchObject({
      company: 'Admin Dental',
      title: 'Founder',
      city: 'Dallas',
      website: 'https://admin.test',
    });
    await expect(staff.getByText('Admin Dental').first()).toBeVisible();
  });

  await test.step('another save in the meantime asks again', async () => {
    const dialog = await edit(page);
    await dialog.getByLabel('Company').fill('Admin again');
    const save = async (company: string): Promise<void> => {
      const { version } = await read();
      await call(staff, 'PATCH', `/users/${String(user.id)}`, { version, company });
    };
    await save('Staff again');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(field('Company').getByRole('radio', { name: 'Theirs Staff again' })).toBeVisible();
    await save('Staff once more');
    await question.getByRole('button', { name: 'Save again' }).click();
    await expect(field('Company').getByRole('radio', { name: 'Theirs Staff once more' })).toBeVisible();
    await field('Company')
      .getByRole('radio', { name: /^Theirs/ })
      .check();
    await question.getByRole('button', { name: 'Save again' }).click();
    await expect(question).toBeHidden();
    expect((await read()).company).toBe('Staff once more');
  });
  await expectSealed(since, 'updateCustomer');
});
