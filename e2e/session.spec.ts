import {
  expect,
  expectAccessible,
  fillSignIn,
  goTo,
  samplePassword,
  signIn,
  signOut,
  test,
} from './support/test.ts';

const home = {
  superadmin: '/admin/dashboard',
  admin: '/admin/dashboard',
  staff: '/admin/dashboard',
  client: '/user/dashboard',
} as const;

for (const role of ['superadmin', 'admin', 'staff', 'client'] as const) {
  test(`${role} signs in and sees their own dashboard`, async ({ page }) => {
    await signIn(page, role);
    await expect(page).toHaveURL(home[role]);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await expect(page.getByText(`${role}@handover.test`).last()).toBeVisible();
  });
}

test('a guest is sent to sign-in and back to the requested page, with its query', async ({ page }) => {
  await page.goto('/admin/users?status=banned');
  await expect(page).toHaveURL('/sign-in');
  await fillSignIn(page, 'admin@handover.test');
  await expect(page).toHaveURL('/admin/users?status=banned');
});

test('a wrong password is rejected without revealing whether the account exists, and typed text is kept', async ({
  page,
}) => {
  await page.goto('/sign-in');
  await fillSignIn(page, 'admin@handover.test', 'not the password');
  await expect(page.getByRole('alert')).toContainText('Incorrect email or password.');
  await expect(page.getByLabel('Email')).toHaveValue('admin@handover.test');
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('a client is redirected from the admin area to their dashboard, and staff see no settings', async ({
  page,
}) => {
  await signIn(page, 'client');
  await page.goto('/admin/users');
  await expect(page).toHaveURL('/user/dashboard');
  await signOut(page);
  await fillSignIn(page, 'staff@handover.test');
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByRole('navigation').getByText('Settings')).toHaveCount(0);
  await page.goto('/admin/settings');
  await expect(page).toHaveURL('/admin/dashboard');
});

test('logout ends the session on the server too', async ({ page, request }) => {
  await signIn(page, 'staff');
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
  await signOut(page);
  await answered;
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  const profile = await request.get('/api/auth/profile', {
    headers: { authorization: `Bearer ${token ?? ''}` },
  });
  expect(profile.status()).toBe(401);
});

test('a session that ends elsewhere redirects to sign-in, which explains why and returns to the page', async ({
  page,
  request,
}) => {
  await signIn(page, 'staff');
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  // An open page would get the live update before the next page is requested.
  await page.goto('about:blank');
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token ?? ''}` } });
  await page.goto('/admin/tasks');
  await expect(page).toHaveURL('/sign-in');
  await expect(page.getByText('Your session has expired')).toBeVisible();
  await fillSignIn(page, 'staff@handover.test');
  await expect(page).toHaveURL('/admin/tasks');
});

test('a signed-in user who opens sign-in is redirected to their dashboard', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/sign-in');
  await expect(page).toHaveURL('/admin/dashboard');
  await page.goto('/');
  await expect(page).toHaveURL('/admin/dashboard');
});

test('the account page changes the name and lists the devices', async ({ page }) => {
  await signIn(page, 'client');
  await page.goto('/account');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Amara Renamed');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await goTo(page, '/account');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Amara Renamed');
  await expect(page.getByText(/this device/i).first()).toBeVisible();
  await expectAccessible(page);
});

test('sign-in, forgotten password and reset are accessible and work at 390 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/sign-in',
    '/forgot-password',
    '/reset-password',
    '/accept-invite',
    '/confirm-email',
    '/register-buyer',
    '/confirm-registration',
    '/approve',
    '/teaser',
    '/first-admin',
    '/404',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody@handover.test');
  await page.getByRole('button', { name: /send|reset/i }).click();
  await expect(page.getByText(/if/i).first()).toBeVisible();
  expect(samplePassword).not.toBe('');
});
