import { call } from './support/call.ts';
import { expect, expectAccessible, startSession, test } from './support/test.ts';

test('a broker creates a business, edits it, writes a note and a task on it, and moves its stage', async ({
  page,
}) => {
  const name = `Harbor Dental ${String(Date.now())}`;
  await startSession(page, 'admin', 'Team 3');
  await page.goto('/admin/business-center?create=true');

  await test.step('create it', async () => {
    const dialog = page.getByRole('dialog', { name: 'New business' });
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByRole('button', { name: 'Create business' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await test.step('edit it', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('City').fill('Portland');
    await dialog.getByLabel('State').fill('oregon');
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Portland, OR');
  });

  const composer = page.getByRole('region', { name: 'Write' });
  const record = page.getByRole('region', { name: 'Record' });
  await test.step('write a note and a task', async () => {
    await composer.getByRole('textbox', { name: 'Note' }).fill('Landlord agrees to five more years');
    await composer.getByRole('button', { name: 'Add note' }).click();
    await expect(record.getByText('Landlord agrees to five more years')).toBeVisible();
    await composer.getByRole('tab', { name: 'Task' }).click();
    await composer.getByRole('textbox', { name: 'Task', exact: true }).fill('Collect tax returns');
    await composer.getByRole('button', { name: 'Create task' }).click();
    await expect(record.getByText('created the task')).toBeVisible();
    await expectAccessible(page);
    await record.getByRole('tab', { name: 'Tasks' }).click();
    await expect(record.getByRole('checkbox', { name: 'Done: Collect tax returns' })).toBeVisible();
  });

  await test.step('move it to the next stage, once its requirements are confirmed', async () => {
    await page.getByRole('button', { name: 'Move stage' }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${name}` });
    await expect(dialog.getByRole('button', { name: 'Override and move' })).toBeVisible();
    await expectAccessible(page);
    for (const requirement of ['Conflict check', 'Brokerage license for Oregon']) {
      await dialog.getByRole('button', { name: `Confirm ${requirement}` }).click();
      const question = page.getByRole('dialog', { name: `Confirm: ${requirement}` });
      await question.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(dialog.getByRole('button', { name: `Undo confirmation of ${requirement}` })).toBeVisible();
    }
    await dialog.getByRole('button', { name: 'Move to Valuation' }).click();
    await expect(page.getByText('Moved to Valuation')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Stage' })).toContainText('Valuation, entered');
  });

  await test.step('the API returns all of it', async () => {
    const { business } = await call(page, 'GET', `/businesses/${id}`);
    expect(business).toMatchObject({ name, city: 'Portland', stage: 'valuation' });
    const { notes } = await call(page, 'GET', `/businesses/${id}/notes`);
    expect(notes).toMatchObject([{ body: 'Landlord agrees to five more years', businessId: id }]);
    const { tasks } = await call(page, 'GET', `/businesses/${id}/tasks`);
    expect(tasks).toMatchObject([{ title: 'Collect tax returns', business: { id } }]);
    const { activities } = await call(page, 'GET', `/businesses/${id}/activities`);
    expect(activities.map(({ type }: { type: string }) => type)).toEqual([
      'business.moved',
      'business.requirement_confirmed',
      'business.requirement_confirmed',
      'task.created',
      'note.added',
      'business.updated',
      'business.created',
    ]);
  });

  await test.step('a phone shows the name of the current stage only', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const stages = page.getByRole('region', { name: 'Stage' }).getByRole('listitem');
    const widthOf = async (name: string): Promise<number> =>
      (await stages.getByText(name, { exact: true }).boundingBox())?.width ?? 0;
    await expect.poll(() => widthOf('Lead')).toBeLessThanOrEqual(1);
    expect(await widthOf('Valuation')).toBeGreaterThan(40);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('the note’s link opens it', async () => {
    const { notes } = await call(page, 'GET', `/businesses/${id}/notes`);
    await page.goto(`/admin/business-center/businesses/${id}?tab=notes#note-${String(notes[0].id)}`);
    await expect(page.getByRole('article', { name: /^Note by/ })).toBeInViewport();
  });
});

test('records with long names fit a phone', async ({ page }) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5);
  await startSession(page, 'admin', 'Team 3');
  await page.setViewportSize({ width: 390, height: 844 });
  const { user: owner } = await call(page, 'POST', '/users', {
    name: long,
    company: long,
    accountType: 'Individual',
    email: `${'long'.repeat(15)}@handover.test`,
  });
  const { business } = await call(page, 'POST', '/businesses', {
    name: long,
    type: 'dental',
    ownerId: owner.id,
  });
  const { contact } = await call(page, 'POST', '/contacts', {
    businessId: business.id,
    name: long,
    role: 'accountant',
    company: long,
  });

  await page.goto(`/admin/business-center/businesses/${business.id}`);
  await expect(page.getByRole('checkbox', { name: /^Also add to/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Record' }).getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Write' }).getByRole('tab', { name: 'Email' }).click();
  await expect(page.getByRole('button', { name: 'Email someone else' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/admin/business-center/contacts/${contact.id}`);
  await expect(page.getByRole('heading', { name: 'Contact details' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/users/view/${owner.id}`);
  await page.getByRole('region', { name: 'Write' }).getByRole('tab', { name: 'Email' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  await expectAccessible(page);
});
