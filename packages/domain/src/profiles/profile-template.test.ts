import { describe, expect, it } from 'vitest';
import { createCimTemplate, createTeaserTemplate, type ProfileFacts } from './profile-template.ts';

const facts: ProfileFacts = {
  type: 'dental',
  name: 'Brightwillow Dental',
  publicTitle: null,
  stateName: 'Texas',
  street: '12 Elm Street',
  city: 'Austin',
  postalCode: '78701',
  phone: '(512) 555-0100',
  email: null,
  website: 'https://brightwillow.test',
  listingNumber: null,
  askingPriceCents: null,
  currency: 'USD',
  leaseEnd: null,
  years: [],
  revenueCents: null,
  sdeCents: null,
  ebitdaCents: null,
  typeFacts: [
    { label: 'Operatories', kind: 'count', value: 6 },
    { label: 'Active patients', kind: 'count', value: 2347 },
    { label: 'Hygiene share (%)', kind: 'percent', value: 31.5 },
    { label: 'Deferred packages', kind: 'money', value: 123_456_700 },
    { label: 'Star rating', kind: 'choice', value: '4.5' },
    { label: 'Medical director', kind: 'text', value: 'Dr. Hale' },
    { label: 'Last CHOW date', kind: 'date', value: '2021-03-04' },
  ],
  payerMix: [
    { name: 'Medicare', percent: 25 },
    { name: 'Medicaid', percent: 0 },
    { name: 'Commercial', percent: 60.5 },
    { name: 'Self-pay', percent: 14.5 },
  ],
};
const findSection = (text: ReturnType<typeof createCimTemplate>, heading: string): string =>
  text.sections.find((section) => section.heading === heading)?.text ?? '';

describe('the first draft', () => {
  it('of a teaser has the facts of the type, rounded, without free text and dates, and the payer mix', () => {
    expect(findSection(createTeaserTemplate(facts), 'Highlights')).toBe(
      [
        '- Operatories: 6',
        '- Active patients: 2,350',
        '- Hygiene share: 31.5%',
        '- Deferred packages: $1,230,000',
        '- Star rating: 4.5',
        '- Payer mix: Commercial 60.5%, Medicare 25%, Self-pay 14.5%',
        '- [List two or three other strengths.]',
      ].join('\n'),
    );
  });

  it('of a CIM has all of them exactly', () => {
    const cim = createCimTemplate(facts);
    expect(findSection(cim, 'The business')).toMatch(
      /^- Address: 12 Elm Street, Austin, Texas 78701\n- Phone: \(512\) 555-0100\n- Website: https:\/\/brightwillow\.test\n\n\[Describe/,
    );
    expect(findSection(cim, 'Patients and volume')).toBe(
      [
        '- Operatories: 6',
        '- Active patients: 2,347',
        '- Hygiene share: 31.5%',
        '- Deferred packages: $1,234,567',
        '- Star rating: 4.5',
        '- Medical director: Dr. Hale',
        '- Last CHOW date: March 4, 2021',
        '',
        '[Describe the three-year trend.]',
      ].join('\n'),
    );
    expect(findSection(cim, 'Payers and referrals')).toContain(
      'Commercial 60.5%, Medicare 25%, Self-pay 14.5%.',
    );
  });

  it('of a CIM calls earnings documented only with proof of each add-back, and owner pay at market only if it is', () => {
    const year = { label: '2025', revenueCents: 100_00, sdeCents: 50_00, ebitdaCents: 40_00 };
    const textOf = (isOwnerReplaced: boolean, unprovenCount: number) =>
      findSection(
        createCimTemplate({ ...facts, years: [{ ...year, isOwnerReplaced, unprovenCount }] }),
        'Financial performance',
      );
    expect(textOf(true, 0)).toMatch(/added back where they are documented\.$/);
    expect(textOf(true, 3)).toMatch(/added back\. \[3 add-backs have no proof\.\]$/);
    expect(textOf(true, 3)).not.toContain('documented');
    expect(textOf(false, 0)).toMatch(/\[Adjusted EBITDA still has the owner’s pay as booked\..*\]$/);
    const teaser = createTeaserTemplate({
      ...facts,
      years: [{ ...year, isOwnerReplaced: false, unprovenCount: 0 }],
    });
    expect(findSection(teaser, 'Financial summary')).toContain('[Adjusted EBITDA still has');
  });

  it('of a CIM calls the business by its type with the right article', () => {
    const summaryOf = (type: ProfileFacts['type']) =>
      findSection(createCimTemplate({ ...facts, type }), 'Executive summary');
    expect(summaryOf('dental')).toMatch(/^Brightwillow Dental is a dental practice in Austin, Texas\./);
    expect(summaryOf('urgent_care')).toMatch(
      /^Brightwillow Dental is an urgent care center in Austin, Texas\./,
    );
  });

  it('asks for what the record does not have', () => {
    const unknown = { ...facts, typeFacts: [], payerMix: [] };
    expect(findSection(createTeaserTemplate(unknown), 'Highlights')).toContain('- [List the operatories');
    expect(findSection(createTeaserTemplate(unknown), 'Highlights')).not.toContain('Payer mix');
    expect(findSection(createCimTemplate(unknown), 'Patients and volume')).toMatch(/^\[List the operatories/);
    expect(findSection(createCimTemplate(unknown), 'Payers and referrals')).toMatch(/^\[List payer mix/);
  });
});
