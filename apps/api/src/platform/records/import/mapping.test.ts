import { describe, expect, it } from 'vitest';
import { customerImportFields } from '#features/customers/import/customer-fields.ts';
import { guessMapping, headerHash } from './mapping.ts';

const guessed = (...columns: string[]) =>
  Object.fromEntries(
    Object.entries(guessMapping(columns, customerImportFields, [])).map(([index, field]) => [
      columns[Number(index)],
      field,
    ]),
  );

describe('the guessed mapping', () => {
  it('knows the headings of ordinary exports', () => {
    expect(
      guessed(
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
    expect(guessed('FULL_NAME', 'e mail address', 'Postleitzahl')).toEqual({
      FULL_NAME: 'name',
      'e mail address': 'email',
    });
  });

  it('takes the heading that suits a field best, and each field once', () => {
    expect(guessed('Mobile', 'Home Phone', 'Phone')).toEqual({ Phone: 'phone' });
    expect(guessed('Mailing City', 'City')).toEqual({ City: 'city' });
    expect(guessed('Email', 'email')).toEqual({ Email: 'email' });
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
    expect(guessMapping(columns, customerImportFields, [])).toEqual({
      2: 'city',
      3: 'phone',
      4: 'taxonomyCode',
    });
  });

  it('maps nothing it does not know, whatever the headings are called', () => {
    expect(
      guessMapping(['__proto__', 'constructor', '', '😀', 'toString'], customerImportFields, []),
    ).toEqual({});
  });
});

describe('the hash of a header', () => {
  it('is the same for the same headings only', () => {
    expect(headerHash(['Name', 'E-Mail'])).toBe(headerHash([' name', 'email']));
    expect(headerHash(['Name', 'E-Mail'])).not.toBe(headerHash(['E-Mail', 'Name']));
  });
});
