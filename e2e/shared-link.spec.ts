import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { call } from './support/call.ts';
import { startMailServer, type MailServer } from './support/mail-server.ts';
import { startInNewWorkspace } from './support/settings.ts';
import { expect, expectAccessible, test, watchErrors } from './support/test.ts';

const attorneyEmail = `ann.${Date.now().toString(36)}@law.test`;

const twoPages = Buffer.from(`%PDF-1.7
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>
endobj
4 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>
endobj
trailer
<</Size 5/Root 1 0 R>>
%%EOF`);

/** The texts drawn by the content of a PDF, in a font with one byte per letter. */
function readDrawnText(pdf: Buffer): string {
  const contents = [...pdf.toString('latin1').matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(
    ([, stream = '']) => {
      try {
        return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    },
  );
  const texts = contents.join('').matchAll(/<([\da-f]+)>/gi);
  return [...texts].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('');
}

let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT'] ?? 0));
});
test.afterAll(() => mail.close());

test('an attorney without a login reads and downloads a watermarked file by link, until it is revoked', async ({
  page,
  browser,
  watchedErrors,
}) => {
  await startInNewWorkspace(page, 'Shared links');
  const link = await test.step('staff share a PDF by a link', async () => {
    await page.goto('/admin/documents');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).first().click();
    await (await choosing).setFiles([{ name: 'Return.pdf', mimeType: 'application/pdf', buffer: twoPages }]);
    await page.getByRole('link', { name: 'Return.pdf' }).click();
    await expect(page.getByText('No shared links')).toBeVisible();
    await page.getByRole('button', { name: 'Share by link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Return.pdf' });
    await dialog.getByLabel('Allowed addresses (optional)').fill('law');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(dialog.getByText(/^Enter addresses such as/)).toBeVisible();
    await dialog.getByLabel('Allowed addresses (optional)').fill('@law.test');
    await dialog.getByLabel('NDA to sign first').selectOption('Standard NDA');
    await dialog.getByLabel('Readers can download a watermarked PDF').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const address = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Not opened yet.')).toBeVisible();
    // Readers cannot open the file until it is checked.
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const states = async (): Promise<unknown[]> => {
      const { document } = await call(page, 'GET', `/documents/${id}`);
      return [document.blocked, document.check];
    };
    await expect.poll(states, { timeout: 60_000 }).not.toContain('waiting');
    await expect(page.getByText('Checking for patient information')).toBeHidden();
    return address;
  });

  const attorney = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  watchErrors(attorney, watchedErrors);
  await attorney.clock.install();
  await test.step('the attorney verifies the email address on a phone', async () => {
    await attorney.goto(link);
    await expect(attorney.getByRole('heading', { name: 'A file was shared with you' })).toBeVisible();
    await expectAccessible(attorney);
    await attorney.getByLabel('Email').fill(attorneyEmail);
    await attorney.getByRole('button', { name: 'Send code' }).click();
    const { raw } = await mail.next(attorneyEmail);
    const code = /^Subject: (\d{6}) /m.exec(raw)?.[1] ?? '';
    await attorney.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
    await attorney.getByRole('button', { name: 'Open the file' }).click();
    await expect(attorney.getByText(/^Incorrect or expired code/)).toBeVisible();
    await attorney.getByLabel('Code').fill(code);
    await attorney.getByRole('button', { name: 'Open the file' }).click();
  });

  await test.step('signs the NDA before the file is shown', async () => {
    await expect(attorney.getByRole('heading', { name: 'Sign the agreement' })).toBeVisible();
    await expect(attorney.getByText('Return.pdf')).toHaveCount(0);
    await attorney.getByRole('button', { name: 'Sign and open the file' }).click();
    await expect(attorney.getByText('Agree to electronic signatures to sign.')).toBeVisible();
    await expectAccessible(attorney);
    await attorney.getByLabel('Your full name').fill('Ann Attorney');
    await attorney.getByRole('checkbox').check();
    await attorney.getByRole('button', { name: 'Sign and open the file' }).click();
    await expect(attorney.getByRole('heading', { name: 'Return.pdf' })).toBeVisible();
  });

  await test.step('reads the pages, also after a reload, and downloads the watermarked copy', async () => {
    await expect(attorney.getByRole('img', { name: 'Page 1 of Return.pdf' })).toBeVisible();
    await attorney.reload();
    await attorney.getByText('2 / 2').scrollIntoViewIfNeeded();
    await expect(attorney.getByRole('img', { name: 'Page 2 of Return.pdf' })).toBeVisible();
    await expectAccessible(attorney);
    const downloading = attorney.waitForEvent('download');
    await attorney.getByRole('button', { name: 'Download watermarked PDF' }).click();
    const bytes = await readFile(await (await downloading).path());
    expect(readDrawnText(bytes)).toContain(attorneyEmail);
  });

  await test.step('staff see what was read, and revoke the link', async () => {
    await page.reload();
    const readers = page.getByRole('list', { name: 'Readers' });
    await expect(readers.getByText(attorneyEmail)).toBeVisible();
    await expect(readers.getByText(/pages 1–2 .*, 1 download/)).toBeVisible();
    await expect(readers.getByText(/NDA signed as Ann Attorney/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke this link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  });

  await test.step('neither the open page nor the link works anymore', async () => {
    await attorney.clock.fastForward(31_000);
    await expect(attorney.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expect(attorney.getByRole('img')).toHaveCount(0);
    await attorney.goto('about:blank');
    await attorney.goto(link);
    await expect(attorney.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  });
});
