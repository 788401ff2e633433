import { completeNpi } from '@handover/domain/npi.ts';
import { call, uploadText } from '../support/call.ts';
import { openClient, getErrorStatus } from '../support/client.ts';
import { findLink } from '../support/colleague.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { expect, expectAccessible, goTo, startSession, test, watchErrors } from '../support/test.ts';
import {
  acceptFunds,
  confirmProfile,
  expectGateClosed,
  importBusiness,
  moveBusiness,
  moveDeal,
  payCommission,
  prepareProfile,
  releaseProfile,
  signEngagement,
  valueBusiness,
} from './broker.ts';

const mark = Date.now().toString(36);
const sellerName = `Selma Seller ${mark}`;
const buyerName = `Bruno Buyer ${mark}`;
const practice = `Kestrel Dental ${mark}`;
/** Different from every other practice on the server, which the import would otherwise update. */
const npi = completeNpi(`1${String(Date.now()).slice(-8)}`);

const bankLetter = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

/** In the past in every time zone. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT'] ?? 0));
});
test.afterAll(() => mail.close());

test('from a provider row to the commission payout: broker, seller, and buyer', async ({
  page: broker,
  browser,
  watchedErrors: errors,
}) => {
  test.setTimeout(600_000);
  await startSession(broker, 'admin', 'Team 1');
  const sellerEmail = `selma.${mark}@sellers.test`;
  const buyerEmail = `bruno.${mark}@buyers.test`;
  const made = await call(broker, 'POST', '/users', { name: sellerName, email: sellerEmail });
  const seller = await openClient(broker, {
    browser,
    mail,
    errors,
    customerId: String(made.user.id),
    email: sellerEmail,
  });

  const businessId = await test.step('the broker imports the practice from a provider row', async () => {
    const csv = [
      'NPI,Provider Organization Name (Legal Business Name),Provider Business Practice Location Address City Name,Provider Business Practice Location Address State Name,Healthcare Provider Taxonomy Code_1,Owner email,Public title,Asking price',
      `${npi},${practice},Columbus,OH,1223G0001X,${sellerEmail},General dental practice in Ohio,"$1,050,000"`,
    ].join('\n');
    await importBusiness(broker, csv);
    const { businesses } = await call(broker, 'GET', `/businesses?ownerId=${String(made.user.id)}`);
    expect(businesses).toMatchObject([
      { name: practice, type: 'dental', city: 'Columbus', region: 'OH', askingPriceCents: 1_050_000_00 },
    ]);
    return String(businesses[0].id);
  });

  await test.step('three years are pasted, recast, and valued', async () => {
    await moveBusiness(broker, businessId, { to: 'Valuation' });
    const years = [
      'P&L\tFY2023\tFY2024\tFY2025',
      'Collections\t1,000,000\t1,050,000\t1,100,000',
      'Officer compensation\t180,000\t185,000\t190,000',
      'Wages\t400,000\t410,000\t420,000',
      'Rent\t90,000\t90,000\t90,000',
      'Depreciation\t30,000\t30,000\t30,000',
      'Net income\t300,000\t335,000\t370,000',
    ];
    await valueBusiness(broker, businessId, years.join('\n'));
    expect((await call(broker, 'GET', `/businesses/${businessId}/valuations`)).valuations).toHaveLength(1);
    await moveBusiness(broker, businessId, { to: 'Engaged' });
  });

  await test.step('the engagement letter is signed', async () => {
    await signEngagement(broker, businessId, {
      feeTable: 'Double Lehman',
      minimumFee: '35,000',
      retainer: '5k',
    });
    await moveBusiness(broker, businessId, { to: 'Packaging' });
  });

  /** Sends the draft to the seller, who approves it on their own page. Releasing it before that is rejected. */
  const approve = async (
    profile: Parameters<typeof prepareProfile>[2],
    beforeRelease?: (id: string) => Promise<void>,
  ): Promise<string> => {
    await prepareProfile(broker, businessId, profile);
    const { profiles } = await call(broker, 'GET', `/businesses/${businessId}/profiles`);
    const id = String(profiles.find(({ title }: { title: string }) => title === profile.title).id);
    expect(await getErrorStatus(broker, 'POST', `/profiles/${id}/release`, { number: 1 })).toBe(422);
    await seller.goto('/user/deals');
    const label = profile.kind === 'CIM' ? 'CIM' : 'teaser';
    const row = seller.getByRole('listitem').filter({ hasText: `Approve the ${label} for ${practice}` });
    await row.getByRole('button', { name: 'Review and respond' }).click();
    const dialog = seller.getByRole('dialog');
    await expect(dialog.getByText(profile.text)).toBeVisible();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toBeHidden();
    await beforeRelease?.(id);
    await releaseProfile(broker);
    return id;
  };

  const workspace = await broker.evaluate(() => localStorage.getItem('workspaceId') ?? '');
  const teaserPath = (id: string): string => `/teaser?workspace=${workspace}&id=${id}`;
  const guest = await (await browser.newContext()).newPage();
  watchErrors(guest, errors);

  const teaserId =
    await test.step('the seller approves the teaser; before its release no one can read it', () =>
      approve(
        {
          kind: 'Teaser',
          title: 'General dental practice in Ohio',
          heading: 'The practice',
          text: 'Six operatories and loyal patients.',
        },
        async (id) => {
          await guest.goto(teaserPath(id));
          await expect(guest.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
        },
      ));

  const buyer = await test.step('a matching buyer registers from the public teaser', async () => {
    await guest.goto(teaserPath(teaserId));
    await expect(guest.getByText('Six operatories and loyal patients.')).toBeVisible();
    await expect(guest.getByText('Kestrel')).toHaveCount(0);
    await guest.getByRole('link', { name: 'Ask about this business' }).click();
    await guest.getByLabel('Name').fill(buyerName);
    await guest.getByLabel('Email').fill(buyerEmail);
    await guest.getByRole('checkbox', { name: 'Dental' }).check();
    await guest.getByLabel('State').selectOption('OH');
    await guest.getByLabel('Maximum price').fill('1.2M');
    await guest.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(guest.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
    await guest.goto(findLink((await mail.next(buyerEmail)).raw, 'confirm-registration'));
    await guest.getByRole('button', { name: 'Confirm registration' }).click();
    await expect(guest.getByRole('heading', { level: 1, name: 'You are registered' })).toBeVisible();

    await broker.goto('/admin/business-center/buyers/inquiries');
    const inquiry = broker.getByRole('listitem').filter({ hasText: buyerEmail });
    await inquiry.getByRole('button', { name: 'Add buyer' }).click();
    await expect(inquiry).toBeHidden();
    const { buyers } = await call(broker, 'GET', '/buyers?sort=-createdAt&limit=25');
    const profile = buyers.find(
      ({ customer }: { customer: { email: string } }) => customer.email === buyerEmail,
    );
    const { customerId } = { customerId: String(profile.customer.id) };
    const page = await openClient(broker, { browser, mail, errors, customerId, email: buyerEmail });
    return { page, customerId, profileId: String(profile.id) };
  });

  const { deals } = await call(broker, 'GET', `/deals?buyerId=${buyer.customerId}`);
  expect(deals, 'the inquiry from the teaser opened a deal').toMatchObject([
    { business: { id: businessId } },
  ]);
  const dealId = String(deals[0].id);
  const dealPage = `/admin/business-center/deals/${dealId}`;
  const move = (to: string): Promise<void> => moveDeal(broker, dealId, to);
  const expectClosed = (stage: string, missing: string): Promise<void> =>
    expectGateClosed(broker, dealId, { stage, missing });
  const refuseClients = async (method: string, path: string): Promise<void> => {
    for (const client of [buyer.page, seller])
      expect([403, 404], `${method} ${path}`).toContain(await getErrorStatus(client, method, path));
  };

  await test.step('the buyer signs the NDA; until then the deal stays an inquiry', async () => {
    await expectClosed('nda_signed', 'Signed NDA in effect');
    expect(JSON.stringify(await call(buyer.page, 'GET', `/deals/${dealId}`))).not.toContain('Kestrel');
    expect(await getErrorStatus(buyer.page, 'GET', `/businesses/${businessId}`)).toBe(404);
    await broker.goto(dealPage);
    await broker.getByRole('region', { name: 'NDA' }).getByRole('button', { name: 'Send NDA' }).click();
    await broker.getByRole('dialog').getByRole('button', { name: 'Send NDA' }).click();
    await buyer.page.goto('/user/deals');
    await expect(buyer.page.getByText('Your next step: Sign the NDA')).toBeVisible();
    await expect(buyer.page.getByText('Kestrel')).toHaveCount(0);
    await buyer.page.getByRole('button', { name: 'Read and sign' }).click();
    const dialog = buyer.page.getByRole('dialog');
    await dialog.getByRole('checkbox').check();
    await expectAccessible(buyer.page);
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(dialog).toBeHidden();
    await move('NDA signed');
  });

  await test.step('the seller approves the buyer; until then there is no CIM', async () => {
    await expectClosed('qualified', 'Proof of funds verified');
    await buyer.page.goto('/user/dashboard');
    await buyer.page.getByRole('button', { name: 'Send proof of funds' }).first().click();
    const proof = buyer.page.getByRole('dialog', { name: 'Send proof of funds' });
    await proof.getByLabel(/^Amount/).fill('400k');
    await proof.getByLabel(/^Statement date/).fill(yesterday);
    await proof.locator('input[type=file]').setInputFiles({
      name: 'bank letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(bankLetter),
    });
    await proof.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(proof).toBeHidden();
    await confirmProfile(broker, buyer.profileId);
    await expectClosed('qualified', 'Proof of funds verified');
    await acceptFunds(broker, buyer.profileId);
    await expectClosed('qualified', 'Seller approved the buyer');
    await seller.goto('/user/deals');
    await expect(seller.getByText('Your next step: Approve or decline the buyer')).toBeVisible();
    await expectAccessible(seller);
    await seller.getByRole('button', { name: 'Approve buyer' }).click();
    await seller.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(seller.getByText('You approved this buyer.')).toBeVisible();
    await move('Qualified');
    await expectClosed('cim_released', 'CIM approved by the seller and released');
  });

  await test.step('the buyer sees the CIM once it is released to them', async () => {
    await approve({ kind: 'CIM', title: practice, heading: 'Team', text: 'Eleven people work here.' });
    await moveBusiness(broker, businessId, {
      to: 'On market',
      override: 'The data room is filled during the listing',
    });
    expect(await getErrorStatus(buyer.page, 'POST', `/deals/${dealId}/cim`)).toBe(404);
    const { room } = await call(broker, 'POST', `/businesses/${businessId}/data-room`);
    const place = room.folders.find(({ number }: { number: string }) => number === '03.1');
    const summaryId = await uploadText(
      broker,
      `folderId=${String(place.id)}&name=summary.txt&attestation=1`,
      'Revenue',
    );
    expect(await getErrorStatus(buyer.page, 'POST', `/documents/${summaryId}/ticket`)).toBe(404);
    await buyer.page.goto('/user/deals');
    await expect(buyer.page.getByText('Qualified').first()).toBeVisible();
    await expect(buyer.page.getByText(`Confidential information memorandum for ${practice}`)).toBeHidden();
    await move('CIM released');
    await buyer.page.reload();
    const opened = buyer.page.getByRole('region', { name: `Data room of ${practice}` });
    await expect(opened.getByRole('button', { name: 'summary.txt' })).toBeVisible();
    const row = buyer.page.getByRole('listitem').filter({ hasText: 'Confidential information memorandum' });
    await row.getByRole('button', { name: 'Read' }).click();
    await expect(buyer.page.getByRole('dialog').getByText('Eleven people work here.')).toBeVisible();
    await buyer.page.keyboard.press('Escape');
    await move('Meetings');
    await move('LOI');
  });

  await test.step('offer, counter-offer, letter of intent', async () => {
    await expectClosed('due_diligence', 'Accepted offer with a price');
    await goTo(broker, `${dealPage}?tab=offers`);
    const section = broker.getByRole('tabpanel', { name: 'Offers' });
    await section.getByRole('button', { name: 'Add offer' }).click();
    const dialog = broker.getByRole('dialog');
    await dialog.getByLabel('Price', { exact: true }).fill('900,000');
    await dialog.getByLabel('Cash at closing').fill('800k');
    await expect(dialog.getByText('$100,000 of the price is not allocated yet.')).toBeVisible();
    await dialog.getByLabel('Seller note').fill('100k');
    await dialog.getByLabel('Note rate').fill('6');
    await dialog.getByLabel('Note term').fill('60');
    await dialog.getByLabel('Deposit').fill('25k');
    await dialog.getByLabel('Exclusivity until').fill('2099-03-31');
    await dialog.getByLabel('Contingencies').fill('Financing');
    await expectAccessible(broker);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await buyer.page.goto('/user/deals');
    await expect(buyer.page.getByText('No offers yet')).toBeVisible();
    expect((await call(buyer.page, 'GET', `/deals/${dealId}/offers`)).offers).toEqual([]);
    const act = async (number: number, name: string): Promise<void> => {
      await section.getByRole('button', { name: `Actions for offer ${String(number)}` }).click();
      await broker.getByRole('menuitem', { name, exact: true }).click();
    };
    await act(1, 'Submit');
    await expect(section.getByText('Submitted', { exact: true })).toBeVisible();
    await act(1, 'Counter');
    await dialog.getByLabel('Price', { exact: true }).fill('1,000,000');
    await dialog.getByLabel('Cash at closing').fill('900,000');
    await dialog.getByRole('button', { name: 'Submit counter-offer' }).click();
    await act(2, 'Accept');
    await broker.getByRole('dialog').getByRole('button', { name: 'Accept offer' }).click();
    await expect(section.getByText('Accepted', { exact: true })).toBeVisible();
    await expectAccessible(broker);
    await expect(buyer.page.getByText('Accepted', { exact: true })).toBeVisible();
    await move('Due diligence');
  });

  await test.step('due diligence: the buyer asks, the seller answers, the lender commits', async () => {
    await buyer.page.goto('/user/deals');
    await buyer.page.getByRole('tab', { name: 'Due diligence' }).click();
    await buyer.page.getByRole('button', { name: 'Add request' }).click();
    await buyer.page.getByRole('dialog').getByLabel('Request').fill('Lease with amendments');
    await buyer.page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await expect(buyer.page.getByText('1. Lease with amendments')).toBeVisible();
    await expectClosed('definitive', 'All diligence requests closed');
    await seller.goto('/user/deals');
    await seller.getByRole('tab', { name: 'Due diligence' }).click();
    await expect(seller.getByText('1. Lease with amendments')).toBeVisible();
    await expect(seller.getByRole('button', { name: 'Add request' })).toBeHidden();
    await seller.getByRole('button', { name: 'Answer' }).click();
    await seller.getByRole('dialog').getByLabel('Answer').fill('It runs until 2031.');
    await seller.getByRole('dialog').getByRole('button', { name: 'Send answer' }).click();
    await expect(seller.getByRole('dialog')).toBeHidden();
    await expect(seller.getByText('It runs until 2031.')).toBeVisible();
    await expectAccessible(seller);
    await goTo(broker, `${dealPage}?tab=diligence`);
    await broker.getByRole('button', { name: 'Actions for request 1' }).click();
    await broker.getByRole('menuitem', { name: 'Close' }).click();
    await expect(broker.getByText('Request closed')).toBeVisible();
    await expectClosed('definitive', 'Lender term sheet, or a cash deal');
    await goTo(broker, `${dealPage}?tab=diligence`);
    await broker.getByRole('region', { name: 'Financing' }).getByRole('button', { name: 'Edit' }).click();
    const dialog = broker.getByRole('dialog');
    await dialog.getByLabel('Paying with').selectOption('loan');
    await dialog.getByLabel('Lender').fill('First Bank of Ohio');
    await dialog.getByLabel('Loan', { exact: true }).fill('700k');
    await dialog.getByLabel('DSCR').fill('1.3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(broker.getByText('First Bank of Ohio')).toBeVisible();
    await move('Definitive');
  });

  await test.step('approvals, and a funds flow that balances', async () => {
    await expectClosed('closing', 'Lease assigned or renewed');
    await goTo(broker, `${dealPage}?tab=closing`);
    await broker.getByRole('button', { name: 'Status of Lease assigned or renewed: Open' }).click();
    await broker.getByRole('menuitem', { name: 'Done' }).click();
    await expect
      .poll(async () => (await call(broker, 'GET', `/deals/${dealId}/closing`)).closing.version)
      .toBe(1);
    let { closing } = await call(broker, 'GET', `/deals/${dealId}/closing`);
    for (const { key, state } of closing.checklist)
      if (state === 'open') {
        const change = { version: closing.version, item: { key, state: 'done' } };
        ({ closing } = await call(broker, 'PATCH', `/deals/${dealId}/closing`, change));
      }
    await move('Closing');
    await expectClosed('closed', 'Funds flow balanced');
    await goTo(broker, `${dealPage}?tab=closing`);
    await broker.getByRole('button', { name: 'Add funds flow' }).click();
    const dialog = broker.getByRole('dialog', { name: 'Funds flow' });
    await dialog.getByRole('button', { name: 'Start from the accepted offer' }).click();
    await expect(dialog.getByText('Balanced')).toBeVisible();
    await expectAccessible(broker);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(broker.getByRole('region', { name: 'Funds flow' }).getByText('Balanced')).toBeVisible();
    await broker.getByLabel('Escrow release').fill('2027-12-31');
    await broker.getByLabel('Escrow release').blur();
    await expect(broker.getByText('Date saved')).toBeVisible();
    await expectAccessible(broker);
    await move('Closed');
    const { business } = await call(broker, 'GET', `/businesses/${businessId}`);
    expect(business.stage).toBe('sold');
  });

  await test.step('the commission is paid out to the cent', async () => {
    await refuseClients('GET', `/commissions/${dealId}`);
    // 10% of the first million, less the retainer.
    await payCommission(broker, dealId, '$95,000');
    const { commission } = await call(broker, 'GET', `/commissions/${dealId}`);
    expect(commission).toMatchObject({
      baseCents: 1_000_000_00,
      dueCents: 95_000_00,
      status: 'paid',
      paidCents: 95_000_00,
    });
    const shares = commission.shares.map(({ cents }: { cents: number }) => cents);
    expect(shares.reduce((sum: number, cents: number) => sum + cents, 0)).toBe(95_000_00);
  });

  await test.step('every step is on the timelines, and the task after closing is there', async () => {
    const steps = [
      'agreement.signed',
      'deal.buyer_approved',
      'deal.offer_submitted',
      'deal.offer_countered',
      'deal.offer_accepted',
      'deal.request_added',
      'deal.request_answered',
      'deal.moved',
      'commission.paid',
    ];
    for (const path of [`/deals/${dealId}`, `/businesses/${businessId}`, `/users/${buyer.customerId}`]) {
      const { activities } = await call(broker, 'GET', `${path}/activities?limit=100`);
      const types = new Set(activities.map(({ type }: { type: string }) => type));
      const missing = steps.filter((type) => !types.has(type));
      expect(missing, path).toEqual([]);
    }
    const { tasks } = await call(broker, 'GET', `/deals/${dealId}/tasks`);
    expect(tasks).toContainEqual(expect.objectContaining({ dueDate: '2027-12-31' }));
  });
});
