import { expect, type Page } from '@playwright/test';

/** Calls the API as the user of the page, in its workspace, and expects success. Null without a body. */
export async function call(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are read freely by tests
): Promise<any> {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: await getHeaders(page),
    ...(body !== undefined && { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? null : answer.json();
}

/** Uploads a text as a file of the library, as the user of the page. Returns the document's id. */
export async function uploadText(page: Page, query: string, text: string): Promise<string> {
  const answer = await page.request.post(`/api/documents?${query}`, {
    headers: { ...(await getHeaders(page)), 'content-type': 'text/plain' },
    data: text,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return String((await answer.json()).document.id);
}

async function getHeaders(page: Page): Promise<Record<string, string>> {
  const { token, workspace } = await page.evaluate(() => ({
    token: localStorage.getItem('authToken') ?? '',
    workspace: localStorage.getItem('workspaceId') ?? '',
  }));
  return { authorization: `Bearer ${token}`, ...(workspace !== '' && { 'x-workspace': workspace }) };
}
