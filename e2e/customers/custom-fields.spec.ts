import { readFile } from 'node:fs/promises';
import { call } from '../support/call.ts';
import { openSection, startInTeam } from '../support/settings.ts';
import { expect, expectAccessible, goTo, test } from '../support/test.ts';

test('an administrator adds a field, imports a file with it, filters by it, and finds it in list and export', async ({
  page,
}) => {
  const name = `Budget ${String(Date.now())}`;
  await startInTeam(page, 'admin');

  await test.step('add the field', async () => {
    await openSection(page, 'catalogs');
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add field' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Kind').selectOption('money');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(name)).toBeVisible();
  });

  const { customFields } = await call(page, 'GET', '/custom-fields');
  const { id } = customFields.find((field: { name: string }) => field.name === name);

  await test.step('import a file with it', async () => {
    await goTo(page, '/admin/users?import=new');
    const file = `Name,${name}\r\n${name} Rich,$1.25M\r\n${name} Poor,850\r\n`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'budget.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await expect(page.getByLabel(`Field for ${name}`)).toHaveValue(`custom.${id}`);
    await page.getByRole('button', { name: /^(Start import|Import [\d,]+ rows?)$/ }).click();
    await expect
      .poll(async () => (await call(page, 'GET', `/users?custom=${String(id)}:filled`)).total)
      .toBe(2);
  });

  await test.step('filter by it, and show it', async () => {
    await page.goto(`/admin/users?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel(`${name} from`).fill('1M');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('dialog', { name: 'Display' }).getByLabel(name, { exact: true }).check();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('cell', { name: '$1,250,000' })).toBeVisible();
  });

  await test.step('find it in the export', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [head = '', row = '', ...rest] = text.split('\r\n');
    expect(head.split(',')).toContain(name);
    expect(row).toContain(`${name} Rich`);
    expect(row).toContain('1250000.00');
    expect(rest).toEqual(['']);
  });
});
