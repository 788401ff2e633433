import { describe, expect, it } from 'vitest';
import {
  parseAgreementBlocks,
  fillAgreement,
  getTermEnd,
  findUnknownAgreementFields,
} from './agreement-text.ts';

const values = {
  'buyer.name': 'Ann',
  'buyer.company': 'Ann LLC',
  businesses: 'Dental practice (listing 12)',
  'brokerage.name': 'Meridian',
  date: 'November 23, 2026',
  term: '24 months',
};

describe('fields of an agreement', () => {
  it('are filled once, so that a value with braces stays as it is', () => {
    const text = 'Between {{ brokerage.name }} and {{buyer.name}}, {{buyer.name}}. {{price}}';
    const hostile = { ...values, 'buyer.name': '{{date}} $& <script>' };
    expect(fillAgreement(text, hostile)).toBe(
      'Between Meridian and {{date}} $& <script>, {{date}} $& <script>. {{price}}',
    );
  });

  it('that do not exist are named once each', () => {
    expect(findUnknownAgreementFields('{{date}} {{price}} {{ price }} {{constructor}}')).toEqual([
      'price',
      'constructor',
    ]);
  });
});

it('separates headings and paragraphs', () => {
  expect(parseAgreementBlocks('Intro\nsecond line\n\n## 1. Scope\nText\r\n\r\n\n## 2. Term\n\nMore')).toEqual(
    [
      { kind: 'paragraph', text: 'Intro\nsecond line' },
      { kind: 'heading', text: '1. Scope' },
      { kind: 'paragraph', text: 'Text' },
      { kind: 'heading', text: '2. Term' },
      { kind: 'paragraph', text: 'More' },
    ],
  );
});

it('reads a text of the greatest length with blanks at any place', () => {
  const blanks = ' '.repeat(49_990);
  expect(findUnknownAgreementFields(`{{${blanks}x`)).toEqual([]);
  expect(findUnknownAgreementFields(`{{${blanks}x }}`)).toEqual(['x']);
  expect(fillAgreement(`{{${blanks}date}}`, values)).toBe('November 23, 2026');
  expect(parseAgreementBlocks(`a\n${blanks}x`)).toEqual([{ kind: 'paragraph', text: `a\n${blanks}x` }]);
  expect(parseAgreementBlocks(`a\n${blanks}\n${blanks}x`)).toHaveLength(2);
});

it('ends a term on the same day, or on the last one of a shorter month', () => {
  expect(getTermEnd('2026-11-23', 24)).toBe('2028-11-23');
  expect(getTermEnd('2026-01-31', 1)).toBe('2026-02-28');
  expect(getTermEnd('2027-12-31', 2)).toBe('2028-02-29');
  expect(getTermEnd('2026-12-15', 1)).toBe('2027-01-15');
});
