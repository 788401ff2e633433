import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let admin: Caller;
let businessId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const business = { name: 'Brightwillow Dental', type: 'dental', askingPriceCents: 145_678_900 };
  businessId = (await admin.post('/businesses', business)).body.business.id;
});

async function create(kind: 'teaser' | 'cim'): Promise<{ id: string; version: number; sections: object[] }> {
  const answer = await admin.post(`/businesses/${businessId}/profiles`, { kind });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.profile;
}

describe('a draft', () => {
  it('has the reduced price, the facts of the type, and the payer mix of the record', async () => {
    const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
    const change = {
      version,
      reducedPriceCents: 129_900_000,
      typeFacts: { operatories: 6, hygienePercent: 31 },
      payerMix: { medicare: 0, medicareAdvantage: 0, medicaid: 20, commercial: 70, selfPay: 10, other: 0 },
    };
    expect((await admin.patch(`/businesses/${businessId}`, change)).status).toBe(200);
    for (const kind of ['teaser', 'cim'] as const) {
      const text = JSON.stringify((await create(kind)).sections);
      expect(text, kind).toMatch(/\$1,299,000|\$1,300,000/);
      expect(text, kind).not.toMatch(/\$1,456,789|\$1,460,000/);
      expect(text, kind).toContain('Operatories: 6');
      expect(text, kind).toContain('Commercial 70%, Medicaid 20%, Self-pay 10%');
    }
  });

  it('may not have the address, phone, email, or website of the business; a CIM has them', async () => {
    const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
    const contact = {
      street: '1420 Larkspur Avenue',
      postalCode: '68847',
      phone: '(308) 865-2512',
      email: 'smiles@kearneydentalworks.test',
      website: 'https://www.willowgrin.test/about',
    };
    expect((await admin.patch(`/businesses/${businessId}`, { version, ...contact })).status).toBe(200);
    const passages = [
      '1420 Larkspur Ave',
      '68847',
      '308.865.2512',
      'smiles@kearneydentalworks.test',
      'kearneydentalworks.test',
      'willowgrin.test',
    ];
    const { id, version: teaserVersion } = await create('teaser');
    const sections = passages.map((passage) => ({ heading: 'Overview', text: `Known for ${passage} here.` }));
    const draft = { version: teaserVersion, title: 'Dental practice', sections };
    const { findings } = (await admin.put(`/profiles/${id}`, draft)).body.profile;
    expect(findings.map(({ passage }: { passage: string }) => passage)).toEqual(passages);
    const refused = await admin.post(`/profiles/${id}/approval`, {
      version: teaserVersion + 1,
      delivery: 'link',
    });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringContaining('“1420 Larkspur Ave”, “68847”, “308.865.2512” and 3 more'),
    ]);
    const cim = JSON.stringify((await create('cim')).sections);
    for (const value of ['1420 Larkspur Avenue, 68847', contact.phone, contact.email, contact.website])
      expect(cim).toContain(value);
  });

  it('may not name the company of a contact', async () => {
    const contact = { name: 'Cara Pratt', company: 'Kestrel Management', businessId };
    expect((await admin.post('/contacts', contact)).status).toBe(201);
    const text = 'Managed by Kestrel Management for ten years.';
    const { id, version } = await create('teaser');
    const draft = { version, title: 'Dental practice', sections: [{ heading: 'Overview', text }] };
    const { findings } = (await admin.put(`/profiles/${id}`, draft)).body.profile;
    expect(findings).toMatchObject([{ kind: 'name', passage: 'Kestrel Management' }]);
  });
});
