import { describe, expect, it } from 'vitest';
import type { Member } from '#platform/session/actor.ts';
import { readCustomer, type CustomerOutcome } from './read-customer.ts';

const plans = [
  { name: 'Basic', isArchived: false, formerNames: ['Starter'] },
  { name: 'Gold', isArchived: true, formerNames: [] },
];

const staff = {
  brokers: new Map<string, string[]>(),
  actor: { role: 'ADMIN', scope: 'all', timeZone: 'America/New_York' } as Member,
};

type Row = Readonly<Record<string, string>>;

function read(row: Row, width = Object.keys(row).length): CustomerOutcome {
  const fields = Object.keys(row);
  return readCustomer(Object.values(row), {
    mapping: Object.fromEntries(fields.map((field, index) => [String(index), field])),
    width,
    customFields: [],
    plans,
    ...staff,
    fixCapitalization: false,
  });
}

const getInput = (row: Row) => {
  const result = read(row);
  if (result.kind === 'rejected') return result.faults[0]?.message;
  const { tagNames: _tags, isNameGiven: _name, isTypeGiven: _type, ...input } = result.input;
  return input;
};

describe('a row', () => {
  it('becomes a customer with its values in their usual form', () => {
    expect(
      getInput({
        firstName: ' Ada ',
        middleName: 'M.',
        lastName: 'Lovelace',
        nameSuffix: 'Jr.',
        email: 'Ada@Example.com',
        phone: '3088652512.0',
        npi: '1234567893.0',
        accountType: '1.0',
        joiningDate: '05/23/2005',
        title: 'M.D.',
        website: 'example.com',
        city: 'KEARNEY',
        region: 'nebraska',
        postalCode: '688472944.0',
        country: 'US',
        taxonomyCode: '207x00000x',
      }),
    ).toEqual({
      name: 'Ada M. Lovelace Jr.',
      custom: {},
      accountType: 'Individual',
      email: 'Ada@Example.com',
      phone: '(308) 865-2512',
      npi: '1234567893',
      joiningDate: '2005-05-23',
      title: 'M.D.',
      website: 'https://example.com',
      city: 'KEARNEY',
      region: 'NE',
      postalCode: '68847-2944',
      country: 'US',
      taxonomyCode: '207X00000X',
    });
  });

  it.each<[string, Row, object]>([
    [
      'an organization by its code',
      { organizationName: 'Acme LLC', accountType: '2.0' },
      { name: 'Acme LLC', accountType: 'Corporate' },
    ],
    [
      'an organization by what is given',
      { company: 'Acme LLC' },
      { name: 'Acme LLC', accountType: 'Corporate' },
    ],
    [
      'a person of a company',
      { name: 'Ada', company: 'Acme LLC' },
      { name: 'Ada', company: 'Acme LLC', accountType: 'Individual' },
    ],
    [
      'somebody known by an address only',
      { email: 'ada@example.com' },
      { name: 'ada@example.com', accountType: 'Individual' },
    ],
    ['a person with a prefix', { name: 'Ada', namePrefix: 'DR.' }, { name: 'Ada', title: 'DR.' }],
    [
      'several addresses',
      { name: 'Ada', email: 'mailto:a@x.test; b@x.test' },
      { email: 'a@x.test', extraEmails: ['b@x.test'] },
    ],
    [
      'further phones and emails, each once',
      {
        name: 'Ada',
        email: 'a@x.test',
        otherEmails: 'A@x.test,b@x.test',
        phone: '2125550100',
        otherPhones: '(212) 555-0100,212-555-0101',
      },
      {
        email: 'a@x.test',
        extraEmails: ['b@x.test'],
        phone: '(212) 555-0100',
        otherPhones: [{ kind: 'phone', label: '', value: '(212) 555-0101' }],
      },
    ],
    [
      'several values of Google Contacts',
      { name: 'Ada', email: 'a@x.test ::: b@x.test', phone: '2125550100 ::: 2125550101' },
      {
        email: 'a@x.test',
        extraEmails: ['b@x.test'],
        phone: '(212) 555-0100',
        otherPhones: [{ kind: 'phone', label: '', value: '(212) 555-0101' }],
      },
    ],
    [
      'two phones in a cell',
      { name: 'Ada', phone: '2125550100 / 212-555-0101' },
      {
        phone: '(212) 555-0100',
        otherPhones: [{ kind: 'phone', label: '', value: '(212) 555-0101' }],
      },
    ],
    ['a phone with an extension', { name: 'Ada', phone: '2125550100 / 12' }, { phone: '2125550100 / 12' }],
    ['an opt-out by a status', { name: 'Ada', unsubscribedAt: 'Unsubscribed' }, { unsubscribedAt: true }],
    ['no opt-out by a status', { name: 'Ada', unsubscribedAt: 'Implicit' }, { unsubscribedAt: false }],
    [
      'an address with its name',
      { email: '"Lee, Ann" <ann@x.test>; <bo@x.test>' },
      { email: 'ann@x.test', extraEmails: ['bo@x.test'] },
    ],
    [
      'an address with a note',
      { email: 'di@x.test (at work), ed@x.test' },
      { email: 'di@x.test', extraEmails: ['ed@x.test'] },
    ],
    [
      'an organization in the column of last names',
      { lastName: 'DOE DENTAL CORP' },
      { name: 'DOE DENTAL CORP', accountType: 'Corporate' },
    ],
    [
      'a person with the last name of a company',
      { firstName: 'John', lastName: 'Urgent Care' },
      { name: 'John Urgent Care', accountType: 'Individual' },
    ],
    ['lost zeros of a postal code', { name: 'Ada', postalCode: '2108.0' }, { postalCode: '02108' }],
    [
      'eight digits of a postal code',
      { name: 'Ada', postalCode: '71021234.0' },
      { postalCode: '07102-1234' },
    ],
    [
      'a foreign postal code',
      { name: 'Ada', postalCode: '1010', country: 'Austria' },
      { postalCode: '1010' },
    ],
    ['a phone abroad', { name: 'Ada', phone: '+49 30 123456' }, { phone: '+49 30 123456' }],
    ['a phone that is none', { name: 'Ada', phone: '247820197.0' }, { phone: '247820197' }],
    ['free text with a decimal', { name: 'Ada', source: '12.0' }, { source: '12.0' }],
    [
      'a date with a time',
      { name: 'Ada', joiningDate: '2021-03-03T10:00:00Z' },
      { joiningDate: '2021-03-03' },
    ],
    ['a day first', { name: 'Ada', joiningDate: '31/12/2020' }, { joiningDate: '2020-12-31' }],
    ['a plan in another case', { name: 'Ada', planName: ' bASIC' }, { planName: 'Basic' }],
    ['a plan by its former name', { name: 'Ada', planName: 'starter' }, { planName: 'Basic' }],
    ['a guarded formula', { name: 'Ada', company: "'=1+1" }, { company: '=1+1' }],
    [
      'placeholders',
      { name: 'Ada', company: '<UNAVAIL>', city: 'N/A', source: 'Not disclosed' },
      { name: 'Ada', accountType: 'Individual' },
    ],
    ['a name in many alphabets', { name: '😀 Zoë 李小龍 \u202Ecod.exe' }, { name: '😀 Zoë 李小龍 cod.exe' }],
    ['markup', { name: '<script>alert(1)</script>' }, { name: '<script>alert(1)</script>' }],
    ['controls and line breaks', { name: 'A\u0000d\r\na' }, { name: 'A d a' }],
    [
      'invisible characters, but not those that a script needs',
      { name: 'A\u2060da\u200E', company: 'علی\u200Cرضا', email: 'a\u200Bda@x.test' },
      { name: 'Ada', company: 'علی\u200Cرضا', email: 'ada@x.test' },
    ],
    [
      'a reactivated record',
      { name: 'Ada', deactivatedOn: '03/15/2006', reactivatedOn: '03/20/2006' },
      { name: 'Ada' },
    ],
    ['300 characters', { name: 'x'.repeat(300) }, { name: 'x'.repeat(300) }],
  ])('takes %s', (_name, row, expected) => {
    expect(getInput(row)).toMatchObject(expected);
  });

  it.each<[string, Row, string]>([
    ['nobody', { city: 'Boston' }, 'The row has no name, company, or email address.'],
    [
      'a deactivated record',
      { npi: '1234567893', deactivatedOn: '03/03/2021' },
      'Deactivated in the register on March 3, 2021.',
    ],
    [
      'a record deactivated again',
      { name: 'Ada', deactivatedOn: '03/03/2021', reactivatedOn: '01/01/2020' },
      'Deactivated in the register on March 3, 2021.',
    ],
    [
      'a wrong NPI',
      { name: 'Ada', npi: '1234567890' },
      'NPI: This NPI is not valid. Check for a mistyped digit.',
    ],
    ['a short NPI', { name: 'Ada', npi: '12' }, 'NPI: An NPI has 10 digits and starts with 1 or 2.'],
    [
      'a wrong email',
      { name: 'Ada', email: 'ada@' },
      'Email: Enter an email address such as name@example.com.',
    ],
    [
      'an email with a joiner',
      { name: 'Ada', email: 'علی\u200Cرضا@x.test' },
      'Email: Contains an invisible character.',
    ],
    [
      'a wrong date',
      { name: 'Ada', joiningDate: '02/30/2020' },
      'Joined: “02/30/2020” is not a date such as 2026-01-31 or 01/31/2026.',
    ],
    ['a wrong type', { name: 'Ada', accountType: '3' }, 'Type: “3” is not an individual or an organization.'],
    [
      'an unknown plan',
      { name: 'Ada', planName: 'Bronze' },
      'Plan: There is no plan “Bronze”. Use one of: Basic.',
    ],
    ['a long name', { name: 'x'.repeat(301) }, 'Name: At most 300 characters.'],
    ['a long street', { name: 'Ada', addressLine1: 'x'.repeat(201) }, 'Address: At most 200 characters.'],
    [
      'too many tags',
      { name: 'Ada', tags: Array.from({ length: 51 }, (_, index) => `t${String(index)}`).join(';') },
      'Tags: at most 50, each at most 60 characters.',
    ],
  ])('leaves out %s and says why', (_name, row, reason) => {
    expect(getInput(row)).toBe(reason);
  });

  it('leaves out rows that are longer than the header, unless the rest is empty', () => {
    expect(
      readCustomer(['Ada', 'x'], {
        mapping: { 0: 'name' },
        width: 1,
        customFields: [],
        plans: [],
        ...staff,
        fixCapitalization: false,
      }),
    ).toMatchObject({
      kind: 'rejected',
      faults: [{ column: null, kind: 'broken', message: 'The row has 2 cells, the header has 1.' }],
      name: 'Ada',
    });
    expect(
      readCustomer(['Ada', ' ', ''], {
        mapping: { 0: 'name' },
        width: 1,
        customFields: [],
        plans: [],
        ...staff,
        fixCapitalization: false,
      }),
    ).toMatchObject({
      kind: 'candidate',
    });
    expect(
      readCustomer(['Ada'], {
        mapping: { 0: 'name', 1: 'email' },
        width: 2,
        customFields: [],
        plans: [],
        ...staff,
        fixCapitalization: false,
      }),
    ).toMatchObject({
      kind: 'candidate',
    });
  });

  it('splits a town with its state and ZIP code, and keeps a text that is none as the town', () => {
    expect(read({ name: 'Ada', place: 'HARTFORD, CT 06103' })).toMatchObject({
      input: { city: 'HARTFORD', region: 'CT', postalCode: '06103' },
    });
    expect(read({ name: 'Ada', place: '12 Main St, Avon, Connecticut', postalCode: '6001' })).toMatchObject({
      input: { addressLine1: '12 Main St', city: 'Avon', region: 'CT', postalCode: '06001' },
    });
    expect(read({ name: 'Ada', place: 'München' })).toMatchObject({ input: { city: 'München' } });
  });

  it('reads a company by its words, and "LAST, FIRST M" as a person, unless a type says otherwise', () => {
    expect(read({ name: 'CVS ALBANY LLC' })).toMatchObject({ input: { accountType: 'Corporate' } });
    expect(read({ name: 'CVS ALBANY LLC', organizationName: 'CVS' })).toMatchObject({
      input: { name: 'CVS ALBANY LLC', company: 'CVS' },
    });
    expect(read({ name: 'DOE, JANE M, DDS', company: 'Doe Dental' })).toMatchObject({
      input: { name: 'JANE M DOE', title: 'DDS', accountType: 'Individual', company: 'Doe Dental' },
    });
    expect(read({ organizationName: 'DOE, JANE M' })).toMatchObject({
      input: { name: 'JANE M DOE', accountType: 'Individual' },
    });
    expect(read({ name: 'Drug Store', accountType: 'Individual' })).toMatchObject({
      input: { accountType: 'Individual' },
    });
  });

  it('fixes the capitalization of names and addresses when asked to', () => {
    const row = ["MCDONALD'S DRUG LLC", '1 NW ELM ST', 'ST. LOUIS', 'ABC-1'];
    const reading = { width: 4, customFields: [], plans: [] };
    const mapping = { 0: 'name', 1: 'addressLine1', 2: 'city', 3: 'source' };
    expect(readCustomer(row, { ...reading, mapping, ...staff, fixCapitalization: true })).toMatchObject({
      input: { name: "McDonald's Drug LLC", addressLine1: '1 NW Elm St', city: 'St. Louis', source: 'ABC-1' },
    });
    expect(readCustomer(row, { ...reading, mapping, ...staff, fixCapitalization: false })).toMatchObject({
      input: { name: "MCDONALD'S DRUG LLC", city: 'ST. LOUIS' },
    });
  });

  it.each([
    ['2024-03-05', '2024-03-05T05:00:00.000Z'],
    ['7/5/2024', '2024-07-05T04:00:00.000Z'],
    ['7/5/24 2:30 PM', '2024-07-05T18:30:00.000Z'],
    ['Jul 5, 2024', '2024-07-05T04:00:00.000Z'],
    ['5-Jul-24', '2024-07-05T04:00:00.000Z'],
    ['2024-03-05 14:33', '2024-03-05T19:33:00.000Z'],
    ['2024-03-05 14:33:10', '2024-03-05T19:33:00.000Z'],
    ['3/5/2024 11:10 PM', '2024-03-06T04:10:00.000Z'],
    ['3/5/2024 12:10 AM', '2024-03-05T05:10:00.000Z'],
    ['2024-03-05T14:33:10.123Z', '2024-03-05T14:33:10.123Z'],
    ['2024-03-05T14:33:10+0000', '2024-03-05T14:33:10.000Z'],
    ['2024-03-05T22:10:00-05:00', '2024-03-06T03:10:00.000Z'],
  ])('reads the time %s in the time zone of the workspace', (text, instant) => {
    expect(getInput({ name: 'Ada', createdAt: text, unsubscribedAt: text })).toMatchObject({
      createdAt: instant,
      unsubscribedAt: instant,
    });
  });

  it('shows the date of a time in the preview', () => {
    const reading = { width: 3, customFields: [], plans: [], ...staff, fixCapitalization: false };
    const mapping = { 0: 'name', 1: 'createdAt', 2: 'unsubscribedAt' };
    const show = (row: readonly string[]) => {
      const read = readCustomer(row, { ...reading, mapping });
      return read.kind === 'candidate' ? read.show() : read;
    };
    expect(show(['Ada', '3/5/2024 11:10 PM', '3/6/2024'])).toMatchObject({
      createdAt: '2024-03-05',
      unsubscribedAt: '2024-03-06',
    });
    expect(show(['Ada', '', 'yes'])).toMatchObject({ unsubscribedAt: 'Yes' });
  });

  it('takes an opt-out of any column', () => {
    const reading = { width: 3, customFields: [], plans: [], ...staff, fixCapitalization: false };
    const mapping = { 0: 'name', 1: 'unsubscribedAt', 2: 'unsubscribedAt' };
    expect(readCustomer(['Ada', 'No', 'Yes'], { ...reading, mapping })).toMatchObject({
      input: { unsubscribedAt: true },
    });
  });

  it('splits tags and joins those of several columns', () => {
    expect(
      readCustomer(['Ada', 'Seller; Dental', 'VIP,Seller'], {
        mapping: { 0: 'name', 1: 'tags', 2: 'tags' },
        width: 3,
        customFields: [],
        plans: [],
        ...staff,
        fixCapitalization: false,
      }),
    ).toMatchObject({ input: { tagNames: ['Seller', 'Dental', 'VIP'] } });
    expect(read({ name: 'Ada', tags: '* myContacts ::: Dentists' })).toMatchObject({
      input: { tagNames: ['myContacts', 'Dentists'] },
    });
    expect(read({ name: 'Ada', tags: '"Dentists","VIP"' })).toMatchObject({
      input: { tagNames: ['Dentists', 'VIP'] },
    });
  });
});
