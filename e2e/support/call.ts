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
    headers: await headersOf(page),
    ...(body !== undefined && { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? null : answer.json();
}

/** Uploads a text as a file of the library, as the user of the page. Returns the document's id. */
export async function uploadText(page: Page, query: string, text: string): Promise<string> {
  const answer = await page.request.post(`/api/documents?${query}`, {
    headers: { ...(await headersOf(page)), 'content-type': 'text/plain' },
    data: text,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return String((await answer.json()).document.id);
}

/** Imports a CSV as the user of the page, with the mapping that its headings suggest, and waits until all rows are in. */
export async function importRows(
  page: Page,
  { recordType, csv }: { recordType: string; csv: string },
): Promise<{ id: string }> {
  const answer = await page.request.post(`/api/imports?name=rows.csv&recordType=${recordType}`, {
    headers: { ...(await headersOf(page)), 'content-type': 'application/octet-stream' },
    data: csv,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { id, mapping } = (await answer.json()).import;
  await call(page, 'POST', `/imports/${String(id)}/start`, { mapping, mode: 'create', overwrite: 'all' });
  await expect
    .poll(async () => (await call(page, 'GET', `/imports/${String(id)}`)).import.status, { timeout: 60_000 })
    .toBe('done');
  return { id: String(id) };
}

async function headersOf(page: Page): Promise<Record<string, string>> {
  const { token, workspace } = await page.evaluate(() => ({
    token: localStorage.getItem('authToken') ?? '',
    workspace: localStorage.getItem('workspaceId') ?? '',
  }));
  return { authorization: `Bearer ${token}`, ...(workspace !== '' && { 'x-workspace': workspace }) };
}
