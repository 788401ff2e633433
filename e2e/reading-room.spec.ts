import { call, uploadText } from './support/call.ts';
import { addClient, getErrorStatus } from './support/client.ts';
import { startMailServer, type MailServer } from './support/mail-server.ts';
import { expect, expectAccessible, startSession, test } from './support/test.ts';

const mark = Date.now().toString(36);
const practice = `Hillside Dental ${mark}`;
const pageNumbers = [3, 4, 5];
const threePages = `%PDF-1.7
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Count 3/Kids[${pageNumbers.map((number) => `${String(number)} 0 R`).join(' ')}]>>
endobj
${pageNumbers
  .map(
    (number) => `${String(number)} 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>
endobj`,
  )
  .join('\n')}
trailer
<</Size 6/Root 1 0 R>>
%%EOF`;

let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT'] ?? 0));
});
test.afterAll(() => mail.close());

test('a buyer with an NDA reads three watermarked pages, asks a question, and loses access when the deal is lost', async ({
  page,
  browser,
  watchedErrors: errors,
}) => {
  await startSession(page, 'admin', 'Team 1');
  const makeClient = (name: string) =>
    addClient(page, `${name} ${mark}`, { browser, mail, errors, email: `${name}.${mark}@clients.test` });
  const seller = await makeClient('sue');
  const buyer = await makeClient('ben');
  const { business } = await call(page, 'POST', '/businesses', {
    name: practice,
    type: 'dental',
    ownerId: seller.customerId,
  });
  const businessId = String(business.id);
  const { deal } = await call(page, 'POST', '/deals', { businessId, buyerId: buyer.customerId });
  const dealPath = `/deals/${String(deal.id)}`;
  const versionOf = async (): Promise<number> => (await call(page, 'GET', dealPath)).deal.version;
  const move = async (body: object): Promise<void> => {
    await call(page, 'POST', `${dealPath}/move`, { version: await versionOf(), ...body });
  };

  const documentId = await test.step('the broker adds a file to the data room', async () => {
    const { room } = await call(page, 'POST', `/businesses/${businessId}/data-room`, {});
    const folder = room.folders.find(({ number }: { number: string }) => number === '03.1');
    return uploadText(page, `folderId=${String(folder.id)}&name=Summary.pdf&attestation=1`, threePages);
  });
  const firstPage = `/documents/${documentId}/pages/1?width=800`;

  await test.step('the buyer signs the NDA, and is approved', async () => {
    expect(await getErrorStatus(buyer.page, 'GET', firstPage)).toBe(404);
    const { templates } = await call(page, 'GET', '/agreement-templates');
    const { agreement } = await call(page, 'POST', '/agreements', {
      customerId: buyer.customerId,
      businessIds: [businessId],
      templateId: templates[0].id,
      delivery: 'link',
    });
    await call(buyer.page, 'POST', `/own-agreements/${String(agreement.id)}/sign`, {
      textSha256: agreement.textSha256,
      hasConsented: true,
      signature: { kind: 'typed', name: 'Ben Buyer' },
    });
    await move({ stage: 'nda_signed' });
    await move({ stage: 'qualified', override: { reason: 'Proof of funds seen on paper' } });
    const decision = { version: await versionOf(), decision: 'approved' };
    await call(seller.page, 'POST', `${dealPath}/seller-decision`, decision);
    expect(await getErrorStatus(buyer.page, 'GET', firstPage)).toBe(404);
    await call(page, 'PATCH', dealPath, { version: await versionOf(), documentLevel: 1 });
  });

  const room = buyer.page.getByRole('region', { name: `Data room of ${practice}` });
  await test.step('reads pages 1 to 3 in the viewer', async () => {
    await buyer.page.goto('/user/deals');
    await expect(room).toBeVisible();
    // Only staff can read a file before it is checked.
    await expect(room.getByRole('button', { name: 'Summary.pdf' })).toBeEnabled({ timeout: 60_000 });
    await room.getByRole('button', { name: 'Summary.pdf' }).click();
    const viewer = buyer.page.getByRole('dialog', { name: 'Summary.pdf' });
    for (const number of [1, 2, 3]) {
      await viewer.getByText(`${String(number)} / 3`).scrollIntoViewIfNeeded();
      const sheet = viewer.getByRole('img', { name: `Page ${String(number)} of Summary.pdf` });
      await sheet.scrollIntoViewIfNeeded();
      await expect(sheet).toBeVisible();
    }
    await expectAccessible(buyer.page);
    // On a phone turned sideways, the viewer has no margins.
    const viewport = buyer.page.viewportSize();
    await buyer.page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(async () => (await viewer.boundingBox())?.height).toBe(390);
    await buyer.page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    await viewer.getByRole('button', { name: 'Close' }).click();
  });

  const question = 'When does the lease end?';
  await test.step('asks a question', async () => {
    await room.getByRole('button', { name: 'Ask a question' }).click();
    const asking = buyer.page.getByRole('dialog', { name: 'Ask a question' });
    await asking.getByLabel('Question').fill(question);
    await expectAccessible(buyer.page);
    await asking.getByRole('button', { name: 'Send question' }).click();
    await expect(room.getByText('Waiting for an answer')).toBeVisible();
  });

  await test.step('the broker sees what was read, and publishes an answer', async () => {
    await page.goto(`/admin/business-center/businesses/${businessId}?tab=room`);
    await page.getByRole('tab', { name: 'Activity' }).click();
    const read = page.getByRole('list', { name: 'Pages of Summary.pdf' });
    for (const number of [1, 2, 3]) await expect(read.getByText(`Page ${String(number)},`)).toBeVisible();
    await page.getByRole('tab', { name: 'Questions' }).click();
    const asked = page.getByRole('listitem', { name: question });
    await asked.getByRole('button', { name: 'Answer' }).click();
    const answering = page.getByRole('dialog', { name: 'Answer the question' });
    await answering.getByLabel('Answer').fill('In March 2031.');
    await expectAccessible(page);
    await answering.getByRole('button', { name: 'Send answer' }).click();
    await expect(asked.getByText('Published to the buyer')).toBeVisible();
    await expect(room.getByText('In March 2031.')).toBeVisible();
  });

  await test.step('the deal is lost, and every link to the file stops working', async () => {
    const { ticket } = await call(buyer.page, 'POST', `/documents/${documentId}/ticket`);
    await move({ stage: 'lost', lostReason: 'financing' });
    await expect(room).toBeHidden();
    await buyer.page.reload();
    await expect(buyer.page.getByText('Lost').first()).toBeVisible();
    await expect(room).toBeHidden();
    const requests = [
      ['GET', firstPage],
      ['GET', `/documents/${documentId}`],
      ['GET', `/documents/${documentId}/pages`],
      ['GET', `/documents/${documentId}/text`],
      ['POST', `/documents/${documentId}/ticket`],
    ] as const;
    for (const [method, path] of requests)
      expect(await getErrorStatus(buyer.page, method, path), `${method} ${path}`).toBe(404);
    expect((await buyer.page.request.get(String(ticket.url))).status()).toBe(404);
    // The only document left is the NDA that the buyer has signed.
    const { documents } = await call(buyer.page, 'GET', '/documents');
    expect(documents.map(({ id }: { id: string }) => id)).not.toContain(documentId);
  });
});
