import { describe, expect, it } from 'vitest';
import { findPortal, readPortalEmail } from './portal-email.ts';

const joinLines = (...rows: string[]): string => rows.join('\n');

describe('the portal of an address', () => {
  it.each([
    ['noreply@bizbuysell.com', 'BizBuySell'],
    ['leads@mail.BizQuest.com', 'BizQuest'],
    ['x@dealstream.com', 'DealStream'],
    ['leads@loopnet.com', 'LoopNet'],
    ['x@notbizbuysell.com', null],
    ['bizbuysell.com@evil.test', null],
    ['x@bizbuysell.com.evil.test', null],
  ])('%s is %s', (address, portal) => {
    expect(findPortal(address)).toBe(portal);
  });
});

describe('an inquiry of a portal', () => {
  it('is read from labeled lines, the message with its line breaks', () => {
    const text = joinLines(
      'You received this inquiry about your listing.',
      'Contact Name: Lee Park',
      'Contact Email: lee@park.test <mailto:lee@park.test>',
      'Contact Phone: (212) 555-0100',
      'Contact Zip: 10001',
      'Ref ID: H-204',
      'Listing ID: 2119034',
      'Headline: Dental practice',
      'Able to Invest: $100,000 to $250,000',
      'Purchase Within: 3 to 6 months',
      'Comments: I run two clinics.',
      '',
      'Could we talk this week?',
      '--------',
      'You can reply directly to this email.',
    );
    expect(readPortalEmail(text)).toEqual({
      name: 'Lee Park',
      email: 'lee@park.test',
      phone: '(212) 555-0100',
      message: 'I run two clinics.\n\nCould we talk this week?',
      listingReferences: ['H-204', '2119034'],
      cashCents: 100_000_00,
      timing: 'six_months',
    });
  });

  it('is read from labels with the value below, and from first and last name', () => {
    const text = joinLines(
      'First name:',
      'Lee',
      '',
      'Last name:',
      'Park',
      '*Email:*',
      'lee@park.test',
      'Ad ID: 77',
    );
    expect(readPortalEmail(text)).toMatchObject({
      name: 'Lee Park',
      email: 'lee@park.test',
      phone: null,
      message: null,
      listingReferences: ['77'],
    });
  });

  it('is not changed by lines of the message that look like labels', () => {
    const text = joinLines(
      'Name: Lee Park',
      'Email: lee@park.test',
      'Message: Hello',
      'Email: eve@evil.test',
      'Bye',
    );
    expect(readPortalEmail(text)).toMatchObject({
      email: 'lee@park.test',
      message: 'Hello\nEmail: eve@evil.test\nBye',
    });
  });

  it('keeps the thanks, the rules, and the labels of a message', () => {
    const message = joinLines(
      'Thank you for the listing.',
      '---',
      'Phone: evenings',
      'Copyright law is my field.',
      'Thank you, Lee',
    );
    const head = ['Name: Lee Park', 'Email: lee@park.test', 'Phone: 212-555-0100'];
    for (const foot of [
      ['Thank you for using BizBuySell.', 'Inc., New York'],
      ['------', 'Thank you!', 'Copyright 2026', 'Ref ID: H-1'],
    ])
      expect(readPortalEmail(joinLines(...head, `Message: ${message}`, ...foot))).toMatchObject({
        message,
        phone: '212-555-0100',
      });
  });

  it.each([
    ['without a name', joinLines('Email: lee@park.test')],
    ['without an email address', joinLines('Name: Lee Park', 'Email: call me')],
    ['with two senders', joinLines('Name: Lee', 'Email: lee@park.test', 'Email: eve@evil.test')],
    ['without labels', 'Lee Park lee@park.test would like to buy'],
    ['that is empty', ''],
  ])('%s is not read', (_title, text) => {
    expect(readPortalEmail(text)).toBeNull();
  });

  it.each([
    ['Immediately', 'now'],
    ['30 days', 'now'],
    ['Within 3 months', 'six_months'],
    ['6 - 12 months', 'year'],
    ['1 year', 'year'],
    ['2 years', 'later'],
    ['More than 12 months', 'later'],
    ['12+ Months', 'later'],
    ['Over 6 months', 'year'],
    ['Just looking', null],
  ])('to buy "%s" has the timing %s', (within, timing) => {
    const text = joinLines('Name: Lee', 'Email: lee@park.test', `Purchase Within: ${within}`);
    expect(readPortalEmail(text)?.timing).toBe(timing);
  });

  it.each([
    ['$100K - $250K', 100_000_00],
    ['More than $1.5M', 1_500_000_00],
    ['500,000.', 500_000_00],
    ['not much', null],
    ['$1.5 million', 1_500_000_00],
    ['$2 Million', 2_000_000_00],
    ['$1.5MM', 1_500_000_00],
    ['$250 thousand', 250_000_00],
    ['20% down, $500,000', 500_000_00],
    ['3 partners with $2M', 2_000_000_00],
    ['$ 750k or more', 750_000_00],
    ['250000', 250_000_00],
    ['20%', null],
    ['100,000 - 250,000', 100_000_00],
    ['3 partners, 500,000 each', null],
    ['5 months', null],
  ])('able to invest "%s" has %s cents', (amount, cents) => {
    const text = joinLines('Name: Lee', 'Email: lee@park.test', `Able to Invest: ${amount}`);
    expect(readPortalEmail(text)?.cashCents).toBe(cents);
  });

  it.each([
    `Name: ${' '.repeat(200_000)}x`,
    `Name${' '.repeat(200_000)}x`,
    `${'> '.repeat(100_000)}:`,
    `Phone: ${'*'.repeat(200_000)}x`,
    'Message\n'.repeat(40_000),
    `City: ${'a@'.repeat(100_000)}`,
    `Able to Invest: ${'1,'.repeat(100_000)}x`,
  ])('is read in spite of a long line or many lines: sample %#', (text) => {
    expect(readPortalEmail(`Name: Lee\nEmail: lee@park.test\nMessage: Hello\n${text}`)).toMatchObject({
      email: 'lee@park.test',
    });
    expect(readPortalEmail(text)).toBeNull();
  });
});
