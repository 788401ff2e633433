import type { Locator } from '@playwright/test';
import { expect, expectAccessible, startSession, test, type Page } from './support/test.ts';

const phone = { width: 390, height: 844 };
const fixture = { width: 1440, height: 900 };

/** The date a number of days from today, in the workspace's time zone. */
async function getDayFromToday(page: Page, days: number): Promise<string> {
  const { user } = await getProfile(page);
  return new Date(Date.parse(`${user.today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function getProfile(page: Page): Promise<{ user: { today: string; timeZone: string } }> {
  return call(page, 'GET', '/auth/profile');
}

/** Adds a task with a reminder for the next full minute. */
async function remindNextMinute(page: Page, title: string): Promise<void> {
  const { user } = await getProfile(page);
  const at = new Intl.DateTimeFormat('sv-SE', {
    timeZone: user.timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(Date.now() + 61_000);
  const reminder = { kind: 'at', at: at.replace(' ', 'T'), byEmail: false };
  await call(page, 'POST', '/tasks', { title, reminder });
}

interface StoredTask {
  readonly title: string;
  readonly status: string;
  readonly dueDate: string | null;
}

/** Calls the API as the user of the page. */
async function call<T>(page: Page, method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '');
  const workspace = await page.evaluate(() => localStorage.getItem('workspaceId') ?? '');
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(workspace !== '' && { 'x-workspace': workspace }) },
    ...(body !== undefined && { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** The matching tasks, read from the API. */
async function listTasks(page: Page, q: string, status: string): Promise<readonly StoredTask[]> {
  const path = `/tasks?q=${encodeURIComponent(q)}&status=${status}`;
  return (await call<{ tasks: StoredTask[] }>(page, 'GET', path)).tasks;
}

async function chooseByKeyboard(page: Page, { menu, item }: { menu: string; item: string }): Promise<void> {
  const button = page.getByRole('button', { name: menu });
  // A menu closes when the page scrolls, so the button is scrolled into view before the menu opens.
  await button.hover();
  await button.press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

/** Clicks Undo in the toast with this text. */
async function undo(page: Page, message: string | RegExp): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages' }).locator('> *');
  await messages.filter({ hasText: message }).last().getByRole('button', { name: 'Undo' }).click();
}

interface Point {
  readonly locator: Locator;
  readonly dx: number;
  readonly dy: number;
}

/**
 * Drags with the mouse as a user does: press, a small first move, the rest of the way, and release once the target is
 * highlighted.
 */
async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await from.locator.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // Waits until the element stops moving.
  await from.locator.hover({ position: { x: from.dx, y: from.dy } });
  const start = await getPoint(from);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y + 4, { steps: 4 });
  const end = await getPoint(to);
  await page.mouse.move(end.x, end.y, { steps: 10 });
  await expect(to.locator).toHaveAttribute('data-over');
  await page.mouse.up();
}

async function getPoint({ locator, dx, dy }: Point): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The dragged element is not on screen');
  return { x: box.x + dx, y: box.y + dy };
}

test('a day of tasks: add, schedule, complete a repeating one, move by keyboard, see in the calendar, get a reminder', async ({
  page,
}) => {
  const mark = `e2e ${String(Date.now())}`;
  await startSession(page, 'admin');
  await page.goto(`/admin/tasks?q=${encodeURIComponent(mark)}`);
  const list = page.getByRole('region', { name: 'Task list' });
  await expect(page.getByText('No tasks match')).toBeVisible();
  const tomorrow = await getDayFromToday(page, 1);
  const reminded = `Remember ${String(Date.now())}`;
  await remindNextMinute(page, reminded);

  await test.step('add one in the field at the top', async () => {
    await page.getByRole('textbox', { name: 'New task', exact: true }).fill(`Call ${mark}`);
    await page.getByLabel('Due date of the new task').fill(tomorrow);
    await page.keyboard.press('Enter');
    await expect(list.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('make it repeat, and link it to a customer', async () => {
    await list.getByRole('button', { name: `Call ${mark}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit task' });
    await dialog.getByLabel('Repeats').selectOption('daily');
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('a');
    await dialog.getByRole('listbox', { name: 'Customer' }).getByRole('option').first().click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(list.getByTitle('Repeats every day')).toBeVisible();
    await expect(list.getByRole('row', { name: `Call ${mark}` }).getByRole('link')).toBeVisible();
  });

  await test.step('completing it creates the next one; undo reverses it', async () => {
    await list.getByRole('button', { name: `Done: Call ${mark}` }).click();
    await expect(page.getByText('Task completed, next one created')).toBeVisible();
    await expect(list.getByRole('heading', { name: /^Next 7 days/ })).toBeVisible();
    const next = await listTasks(page, mark, 'open');
    expect(next.map(({ dueDate }) => dueDate)).toEqual([await getDayFromToday(page, 2)]);
    await undo(page, 'Task completed, next one created');
    await expect(list.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
    await expect(list.getByRole('button', { name: `Done: Call ${mark}` })).toHaveCount(1);
  });

  await test.step('several at once, with undo', async () => {
    await page.getByRole('textbox', { name: 'New task', exact: true }).fill(`Write ${mark}`);
    await page.keyboard.press('Enter');
    await list.getByRole('checkbox', { name: `Select Write ${mark}` }).check();
    await list.getByRole('checkbox', { name: `Select Call ${mark}` }).check();
    await page.getByRole('button', { name: 'To next week' }).click();
    const strip = page.getByRole('region', { name: 'Bulk action' });
    // On a Sunday, the task due tomorrow is skipped.
    await expect(strip).toContainText(/^[12] tasks? rescheduled/, { timeout: 30_000 });
    await strip.getByRole('button', { name: 'Undo' }).click();
    // Until the undo has finished, the tasks can still change, and a moved card would return.
    await expect(strip).toContainText(/^Undone for [12] tasks?/, { timeout: 30_000 });
    await expect(list.getByRole('heading', { name: /^No date/ })).toBeVisible();
  });

  await test.step('the keyboard moves a card on the board', async () => {
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    const waiting = page.getByRole('region', { name: /^Waiting/ });
    await chooseByKeyboard(page, { menu: `Actions for Write ${mark}`, item: 'Move to Waiting' });
    await expect(waiting.getByRole('button', { name: `Write ${mark}`, exact: true })).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => listTasks(page, `Write ${mark}`, 'waiting')).toHaveLength(1);
  });

  await test.step('and the mouse drags one, with undo', async () => {
    const card = page.getByRole('listitem').filter({ hasText: `Call ${mark}` });
    const target = page.getByRole('region', { name: /^In progress/ });
    await drag(page, { locator: card, dx: 60, dy: 60 }, { locator: target, dx: 80, dy: 90 });
    await expect(target.getByRole('button', { name: `Call ${mark}`, exact: true })).toBeVisible();
    await expect.poll(() => listTasks(page, `Call ${mark}`, 'in_progress')).toHaveLength(1);
    await undo(page, 'Moved to In progress');
    await expect.poll(() => listTasks(page, `Call ${mark}`, 'open')).toHaveLength(1);
  });

  await test.step('the calendar shows it on its day, and moves it by keyboard', async () => {
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await expect(page).toHaveURL(/[?&]day=/);
    await page.locator('[role=grid] [tabindex="0"]').press('ArrowRight');
    await expect(page.locator(`[data-day="${tomorrow}"]`)).toBeFocused();
    await expect(page.getByRole('listitem').filter({ hasText: `Call ${mark}` })).toBeVisible();
    await expectAccessible(page);
    await chooseByKeyboard(page, { menu: `Actions for Call ${mark}`, item: 'Move a day later' });
    const wanted = await getDayFromToday(page, 2);
    await expect.poll(async () => (await listTasks(page, `Call ${mark}`, 'open'))[0]?.dueDate).toBe(wanted);
  });

  await test.step('and by mouse, with undo', async () => {
    const month = tomorrow.slice(0, 7);
    await call(page, 'POST', '/tasks', { title: `Drag ${mark}`, dueDate: `${month}-15` });
    await page.goto(`/admin/tasks?view=calendar&day=${month}-15&q=${encodeURIComponent(mark)}`);
    const grid = page.getByRole('grid');
    const chip = grid.getByRole('button', { name: `Drag ${mark}`, exact: true });
    const target = grid.getByRole('gridcell').filter({ has: page.locator(`[data-day="${month}-11"]`) });
    const due = async () => (await listTasks(page, `Drag ${mark}`, 'open'))[0]?.dueDate;
    await drag(page, { locator: chip, dx: 20, dy: 10 }, { locator: target, dx: 60, dy: 60 });
    await expect.poll(due).toBe(`${month}-11`);
    await undo(page, /Moved to \w+day, /);
    await expect.poll(due).toBe(`${month}-15`);
  });

  await test.step('everything works on a phone', async () => {
    await page.setViewportSize(phone);
    const { dueDate } = (await listTasks(page, `Call ${mark}`, 'open'))[0] ?? {};
    for (const view of ['List', 'Board', 'Calendar']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      // At the end of a month, it is due in the next month.
      if (view === 'Calendar')
        await page.goto(`/admin/tasks?view=calendar&day=${String(dueDate)}&q=${encodeURIComponent(mark)}`);
      await expect(page.getByText(`Call ${mark}`).first()).toBeVisible();
      await expectAccessible(page);
    }
    await page.setViewportSize(fixture);
  });

  await test.step('the reminder appears as a notification', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText(`Reminder: ${reminded}`)).toBeVisible({ timeout: 75_000 });
  });
});

test('the private calendar link is shown once, works without a session, and can be revoked', async ({
  page,
  request,
}) => {
  await startSession(page, 'staff');
  await page.goto('/admin/tasks');
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('menuitem', { name: 'Calendar subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar subscription' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = new URL(await dialog.getByLabel('Calendar link').inputValue());
  await expectAccessible(page);
  const feed = await request.get(url.pathname);
  expect([feed.status(), (await feed.text()).startsWith('BEGIN:VCALENDAR\r\n')]).toEqual([200, true]);
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByText('Link revoked')).toBeVisible();
  expect((await request.get(url.pathname)).status()).toBe(404);
});
