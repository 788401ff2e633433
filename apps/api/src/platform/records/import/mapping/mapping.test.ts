import { describe, expect, it } from 'vitest';
import { customerImportFields } from '#features/customers/import/customer-fields.ts';
import { guessMapping } from './guess-mapping.ts';
import { hashHeaders } from './mapping.ts';

const guess = (columns: readonly string[], values: readonly (readonly string[])[] = []) =>
  guessMapping({ columns, values, fields: customerImportFields, customFields: [] });

const guessFields = (...columns: string[]) =>
  Object.fromEntries(Object.entries(guess(columns)).map(([index, field]) => [columns[Number(index)], field]));

describe('the guessed mapping', () => {
  it('recognizes the headings of common exports', () => {
    expect(
      guessFields(
        'First Name',
        'Last name',
        'Email',
        'Phone Number',
        'Company Name',
        'City',
        'State/Region',
        'Zip',
        'Tags',
        'Lead Source',
        'Job Title',
        'NPI',
      ),
    ).toEqual({
      'First Name': 'firstName',
      'Last name': 'lastName',
      Email: 'email',
      'Phone Number': 'phone',
      'Company Name': 'company',
      City: 'city',
      'State/Region': 'region',
      Zip: 'postalCode',
      Tags: 'tags',
      'Lead Source': 'source',
      'Job Title': 'title',
      NPI: 'npi',
    });
    expect(guessFields('FULL_NAME', 'e mail address', 'Postleitzahl')).toEqual({
      FULL_NAME: 'name',
      'e mail address': 'email',
    });
  });

  it('maps the best heading to each field, once', () => {
    expect(guessFields('Mailing City', 'City')).toEqual({ City: 'city' });
    expect(guessFields('Company', 'company')).toEqual({ Company: 'company' });
  });

  it('takes further phones and emails of the customer, not those of others', () => {
    const columns = ['Mobile', 'Home Phone', 'Phone', 'Fax', 'Assistant’s Phone', 'Account Manager Phone'];
    expect(guessFields(...columns)).toEqual({
      Phone: 'phone',
      Mobile: 'otherPhones',
      'Home Phone': 'otherPhones',
    });
    expect(guessFields('E-mail Address', 'E-mail 2 Address', 'Assistant Email', 'Broker Email')).toEqual({
      'E-mail Address': 'email',
      'E-mail 2 Address': 'otherEmails',
    });
  });

  it.each([
    ['Email', 'otherEmails', ['Email2', 'Email Address 2', 'Contact Email', 'Personal E-mail 3']],
    ['Phone', 'otherPhones', ['Phone2', 'Phone Number 2', 'Contact Phone', 'Mobile Phone 3']],
  ])('takes further columns like %s for %s, whatever their number', (first, other, others) => {
    const headings = [first, ...others];
    expect(Object.values(guessFields(...headings)).slice(1)).toEqual(others.map(() => other));
  });

  it('maps the account of a contact to the company', () => {
    expect(guessFields('First Name', 'Last Name', 'Account Name')).toEqual({
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'Account Name': 'company',
    });
    expect(guessFields('Account Name', 'Contact Name')).toEqual({
      'Account Name': 'company',
      'Contact Name': 'name',
    });
  });

  it('takes an address from columns that belong together', () => {
    const practice = {
      'Practice Location Address': 'addressLine1',
      'Practice Location City': 'city',
      'Practice Location State': 'region',
      'Practice Location Zip': 'postalCode',
    };
    const mailing = ['Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'];
    const second = {
      'Mailing Address': 'second.addressLine1',
      'Mailing City': 'second.city',
      'Mailing State': 'second.region',
      'Mailing Zip': 'second.postalCode',
    };
    expect(guessFields(...Object.keys(practice), ...mailing)).toEqual({ ...practice, ...second });
    expect(guessFields(...Object.keys(practice), ...mailing, 'Home Street', 'Home City')).toEqual({
      ...practice,
      ...second,
    });
    expect(guessFields('Address', 'State', ...mailing)).toEqual({
      Address: 'addressLine1',
      State: 'region',
      ...second,
    });
    expect(guessFields('Practice City', 'Home Address', 'Home City')).toEqual({
      'Home Address': 'addressLine1',
      'Home City': 'city',
    });
    const shipping = {
      'Shipping Street': 'addressLine1',
      'Shipping City': 'city',
      'Shipping State/Province': 'region',
      'Shipping Zip/Postal Code': 'postalCode',
    };
    expect(guessFields(...Object.keys(shipping))).toEqual(shipping);
    expect(guessFields('Practice Address', 'Town', 'Post Code')).toEqual({
      'Practice Address': 'addressLine1',
      Town: 'city',
      'Post Code': 'postalCode',
    });
  });

  it('takes the values of Google Contacts, not their labels', () => {
    expect(guessFields('Website 1 - Label', 'Website 1 - Value', 'Work Phone Type')).toEqual({
      'Website 1 - Value': 'website',
    });
  });

  it.each([
    'Unsubscribed from all email',
    'Opted out of email: Marketing Information',
    'HasOptedOutOfEmail',
    'Email permission status',
  ])('takes %s for an opt-out', (heading) => {
    expect(guessFields(heading, 'Unsub reason')).toEqual({ [heading]: 'unsubscribedAt' });
  });

  it('takes the register’s practice location before the mailing address', () => {
    const columns = [
      'Provider Business Mailing Address City Name',
      'Provider Business Mailing Address Telephone Number',
      'Provider Business Practice Location Address City Name',
      'Provider Business Practice Location Address Telephone Number',
      'Healthcare Provider Taxonomy Code_1',
      'Healthcare Provider Taxonomy Code_2',
      'Provider Other Last Name',
      'Authorized Official Last Name',
    ];
    expect(guess(columns)).toEqual({
      2: 'city',
      3: 'phone',
      4: 'taxonomyCode',
    });
  });

  it('maps no unknown headings, whatever they are called', () => {
    expect(guess(['__proto__', 'constructor', '', '😀', 'toString'])).toEqual({});
  });
});

describe('a mapping guessed from values', () => {
  const byColumn = (table: Readonly<Record<string, readonly string[]>>) => {
    const columns = Object.keys(table);
    const mapping = guess(columns, Object.values(table));
    return Object.fromEntries(columns.map((column, index) => [column, mapping[String(index)] ?? null]));
  };

  it('recognizes facilities, and does not treat a county as a state', () => {
    expect(
      byColumn({
        'Facility ID': ['010001', '010005', '01010F'],
        'Facility Name': ['MERCY', 'RITE AID', 'CVS'],
        'City/Town': ['DOTHAN', 'BOAZ', 'OPP'],
        State: ['AL', 'AL', 'AL'],
        'ZIP Code': ['36301', '35957', '36467'],
        'County/Parish': ['HOUSTON', 'MARSHALL', 'COVINGTON'],
        County: ['HOUSTON', 'MARSHALL', 'COVINGTON'],
        'Telephone Number': ['(334) 793-8701', '(256) 593-8310', '(334) 493-3541'],
        'Hospital Type': ['Acute Care Hospitals', 'Acute Care Hospitals', 'Psychiatric'],
      }),
    ).toEqual({
      'Facility ID': 'ccn',
      'Facility Name': 'organizationName',
      'City/Town': 'city',
      State: 'region',
      'ZIP Code': 'postalCode',
      'County/Parish': null,
      County: null,
      'Telephone Number': 'phone',
      'Hospital Type': null,
    });
  });

  it('splits a town with its state, whatever the heading says', () => {
    const values = ['HARTFORD, CT', 'AVON, CT 06001', 'NEW HAVEN, CT'];
    expect(byColumn({ 'City, State': values, Name: ['A', 'B', 'C'] })).toMatchObject({
      'City, State': 'place',
    });
    expect(byColumn({ City: values })).toEqual({ City: 'place' });
    expect(byColumn({ Location: values })).toEqual({ Location: 'place' });
  });

  it('maps a column of companies to the company, and a column of people to the name', () => {
    expect(byColumn({ Name: ['CVS ALBANY LLC', 'Corner Drug', 'DUANE READE', 'WALGREEN CO'] })).toEqual({
      Name: 'organizationName',
    });
    expect(byColumn({ Who: ['DOE, JANE M', "O'BRIEN, PAT", 'SMITH, JOHN A'] })).toEqual({ Who: 'name' });
  });

  it('recognizes values by their format under meaningless headings', () => {
    expect(
      byColumn({
        A: ['a@x.test', 'b@x.test', 'c@x.test'],
        B: ['(308) 865-2512', '308-865-2513', '308.865.2514'],
        C: ['1234567893', '1558598797', '1234567893.0'],
        D: ['https://a.test', 'www.b.test', 'http://c.test'],
        E: ['CT', 'NY', 'New Jersey'],
        F: ['06001', '06103-1234', '10001'],
        G: ['12 Main St', '1 Elm Ave', '99 Oak Rd'],
        'License No': ['12345', '12346', '12347'],
        Fax: ['308-865-2515', '308-865-2516', '308-865-2517'],
        Expires: ['12/31/2026', '01/31/2027', '12/31/2026'],
      }),
    ).toEqual({
      A: 'email',
      B: 'phone',
      C: 'npi',
      D: 'website',
      E: 'region',
      F: 'postalCode',
      G: 'addressLine1',
      'License No': null,
      Fax: null,
      Expires: null,
    });
  });

  it.each([
    [{ First: ['Ann'], Last: ['Lee'], Company: ['Max Eye'] }, 'Account Manager', 'Smith, Bob'],
    [{ 'First Name': ['Ann'], 'Last Name': ['Lee'] }, 'Specialties', 'Ortho, Pedo'],
    [{ 'First Name': ['Ann'], 'Last Name': ['Lee'] }, 'Industry', 'Hospital & Health Care'],
    [{ 'Company name': ['Bright Smiles'] }, 'Industry', 'Medical Practice'],
  ])('keeps the name of other headings: %o, %s', (named, heading, value) => {
    expect(byColumn({ ...named, [heading]: [value, value, value] })[heading]).toBeNull();
  });

  it.each([
    ['Connected On', '05 Mar 2024'],
    ['Experience', '12 years'],
    ['Renewal', '31 January 2026'],
    ['Annual Revenue', '85000'],
    ['Units', '85000'],
    ['Ref Source', 'IN'],
  ])('takes %s for no part of an address', (heading, value) => {
    expect(byColumn({ Name: ['Ann'], [heading]: [value, value, value] })[heading]).toBeNull();
  });

  it('takes a column with values before an empty one', () => {
    const numbers = ['(212) 555-0100', '(212) 555-0101', '(212) 555-0102'];
    expect(byColumn({ 'Primary Phone': [], 'Business Phone': numbers, 'Mobile Phone': numbers })).toEqual({
      'Primary Phone': 'otherPhones',
      'Business Phone': 'phone',
      'Mobile Phone': 'otherPhones',
    });
  });

  it('treats a column as a type only if it contains types', () => {
    expect(byColumn({ Type: ['Acute', 'Critical', 'Childrens'] })).toEqual({ Type: null });
    expect(byColumn({ Type: ['Individual', 'Organization', 'Company'] })).toEqual({ Type: 'accountType' });
  });
});

describe('the hash of a header', () => {
  it('is the same for the same headings only', () => {
    expect(hashHeaders(['Name', 'E-Mail'])).toBe(hashHeaders([' name', 'email']));
    expect(hashHeaders(['Name', 'E-Mail'])).not.toBe(hashHeaders(['E-Mail', 'Name']));
  });
});
