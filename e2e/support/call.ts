import { expect, type Page } from '@playwright/test';

/** Calls the API as the user of the page, in its workspace, and expects success. Null without a body. */
export async function call(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are read freely by tests
): Promise<any> {
  const { token, workspace } = await page.evaluate(() => ({
    token: localStorage.getItem('authToken') ?? '',
    workspace: localStorage.getItem('workspaceId') ?? '',
  }));
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(workspace !== '' && { 'x-workspace': workspace }) },
    ...(body !== undefined && { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? null : answer.json();
}
