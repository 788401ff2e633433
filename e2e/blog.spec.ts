import { pressOn, tabTo } from './support/keyboard.ts';
import {
  expect,
  expectAccessible,
  samplePassword,
  startSession,
  test,
  watchErrors,
  type Page,
  type Role,
} from './support/test.ts';

const phone = { width: 390, height: 844 };
const fixture = { width: 1440, height: 900 };

test('a post, from a draft written with only the keyboard to a reader’s comment', async ({
  browser,
  page,
}) => {
  const title = `What to ask a buyer ${String(Date.now())}`;
  const errors: string[] = [];
  const open = async (role: Role): Promise<Page> => {
    const other = await (await browser.newContext({ viewport: fixture })).newPage();
    watchErrors(other, errors);
    await startSession(other, role);
    return other;
  };

  const address = await test.step('staff write a draft without a mouse', async () => {
    const staff = await (await browser.newContext({ viewport: fixture })).newPage();
    watchErrors(staff, errors);
    await signInByKeyboard(staff);
    await staff.goto('/blog');
    await pressOn(staff, 'link', 'New post');
    await expect(staff.getByRole('heading', { level: 1, name: 'New post' })).toBeVisible();
    await writeByKeyboard(staff, title);
    await pressOn(staff, 'button', 'Save draft');
    await expect(staff).toHaveURL(/\/blog\/what-to-ask-a-buyer-\d+\/edit$/);
    await expect(staff.getByText('An administrator publishes it.')).toBeVisible();
    await expect(staff.getByRole('button', { name: /Publish/ })).toHaveCount(0);
    await expectAccessible(staff);
    await staff.reload();
    await expect(staff.getByRole('textbox', { name: 'Text' }).locator('li')).toHaveText([
      'Proof of funds',
      'References',
    ]);
    await staff.goto('/blog?view=manage');
    await expect(staff.getByRole('row').filter({ hasText: title })).toContainText('Draft');
    await expectAccessible(staff);
    await staff.context().close();
    return `/blog/${title.toLowerCase().replaceAll(' ', '-')}`;
  });

  const expectNotThere = async (): Promise<void> => {
    await page.goto(address);
    await expect(page.getByText('This post is not available')).toBeVisible();
  };
  await test.step('a guest does not see it', expectNotThere);

  const admin = await open('admin');
  await test.step('an admin schedules it, and no reader sees it yet', async () => {
    await admin.goto('/blog?view=manage&status=draft');
    await admin.getByRole('link', { name: title }).click();
    await admin.getByRole('button', { name: 'Schedule…' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Schedule publication' });
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(admin.getByText(/Appears .* 9:00\sAM/)).toBeVisible();
    await expectNotThere();
  });

  await test.step('and publishes it', async () => {
    await admin.getByRole('button', { name: 'Publish now' }).click();
    await expect(admin.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  await test.step('a guest finds and reads it without loading the editor', async () => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto('/blog');
    await expectAccessible(page);
    await page.getByRole('searchbox').fill(title);
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const text = page.getByRole('article');
    await expect(text.locator('strong')).toHaveText('before');
    await expect(text.locator('li').filter({ hasText: 'References' })).toBeVisible();
    await expect(text.getByRole('link', { name: /sba\.gov/ })).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(page.getByRole('heading', { name: 'Comments (0)' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await page.setViewportSize(fixture);
    expect(scripts.filter((url) => /rich-editor|post-editor|signed-in-layout/.test(url))).toEqual([]);
  });

  await test.step('it is in the RSS feed', async () => {
    const titles = await page.evaluate(async () => {
      const feed = await (await fetch('/api/blog/rss')).text();
      const parsed = new DOMParser().parseFromString(feed, 'application/xml');
      const names = [...parsed.querySelectorAll('channel > item > title')];
      return parsed.querySelector('parsererror') === null ? names.map((name) => name.textContent) : [];
    });
    expect(titles[0]).toBe(title);
  });

  await test.step('a client adds it to favorites and comments', async () => {
    const client = await open('client');
    await client.goto(address);
    await client.getByRole('button', { name: 'Favorite' }).click();
    await expect(client.getByTitle('1 favorite')).toBeVisible();
    await client.getByLabel('Your comment').fill('Is <b>this</b> true for dentists?');
    await client.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(client.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
    await expect(client.getByText('Is <b>this</b> true for dentists?')).toBeVisible();
    await expectAccessible(client);
    await client.reload();
    await expect(client.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true');
    await expect(client.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
    await client.context().close();
  });

  await test.step('the admin hides the comment from readers', async () => {
    await admin.reload();
    await admin.getByRole('button', { name: 'Hide' }).click();
    await expect(admin.getByText('Hidden from readers')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No comments yet.')).toBeVisible();
    await admin.context().close();
  });
  expect(errors, 'errors in the other consoles').toEqual([]);
});

async function signInByKeyboard(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type('staff@handover.test');
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type(samplePassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
}

async function writeByKeyboard(page: Page, title: string): Promise<void> {
  await tabTo(page, 'textbox', 'Title');
  await page.keyboard.type(title);
  await tabTo(page, 'textbox', 'Description');
  await page.keyboard.type('Two questions that save a month.');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(page.getByRole('toolbar')).toBeVisible();
  await tabTo(page, 'textbox', 'Text');
  await page.keyboard.type('Ask ');
  await page.keyboard.press('Control+B');
  await page.keyboard.type('before');
  await page.keyboard.press('Control+B');
  await page.keyboard.type(' the tour, as in ');
  await pressInToolbar(page, 'Link');
  await expect(page.getByRole('textbox', { name: 'Link URL' })).toBeFocused();
  await page.keyboard.type('sba.gov');
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await page.keyboard.press('Enter');
  await pressInToolbar(page, 'Bulleted list');
  await expect(text).toBeFocused();
  await page.keyboard.type('Proof of funds');
  await page.keyboard.press('Enter');
  await page.keyboard.type('References');
}

/** Moves from the text back to its toolbar, along it with the arrow keys, and onto the button. */
async function pressInToolbar(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Shift+Tab');
  const button = page.getByRole('toolbar').getByRole('button', { name, exact: true });
  await page.keyboard.press('Home');
  for (let press = 0; press < 12; press += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowRight');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}
