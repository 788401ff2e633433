import { customerFieldLabels as labels } from '@handover/contract/records/field-labels.ts';
import { parsePlace } from '@handover/domain/addresses.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import { formatRegion } from '#platform/records/import/cells.ts';
import type { ImportField } from '#platform/records/import/import-spec.ts';

/** "12 Main St", "1 NW 5th Ave, Ste 4". */
const street =
  /^\d+\S* .*\b(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|cir|circle|pl|place|plaza|sq|square|ter|terrace|trl|trail|loop|row|way|broadway|pike|hwy|highway|pkwy|parkway|rte|route)\b/i;
const partOfAddress =
  /\b(?:address|street|(?:first|second) line|line|[12]|addr|addr[12]|full|city|town|municipality|state|province|region|zip|zipcode|postal|post|postcode|code|country|suite|unit|name|abbreviation|if outside u s)\b/g;

/** The words of a heading that say which address it is part of: "Mailing Address ZIP Code" → "mailing". */
function getAddressWords(heading: string): string {
  return heading.replace(partOfAddress, '').replace(/ +/g, ' ').trim();
}

/** Of the keys of the fields of a second address. */
export const secondAddress = 'second.';

/** The fields of a customer's main address with the headings of common files. */
const mainFields: readonly ImportField[] = [
  {
    key: 'addressLine1',
    label: labels.addressLine1,
    groupOf: getAddressWords,
    capitalization: 'address',
    headingPattern:
      /^(?:(?:street|mailing|billing|shipping|business|company|home|work|practice|location|physical|facility|hospital|pharmacy|office|primary|site) )*(?:addr(?:ess)?|street)(?: ?(?:line )?1)?$/,
    isLike: (text) => parsePlace(text) === null,
    isTypical: (text) => street.test(text) && parsePlace(text) === null,
    headings: [
      'Provider First Line Business Practice Location Address',
      'address line 1',
      'address 1',
      'street address',
      'address',
      'street',
      'street 1',
      'address 1 - street',
      'mailing street',
      'billing street',
      'business street',
    ],
  },
  {
    key: 'addressLine2',
    label: labels.addressLine2,
    groupOf: getAddressWords,
    capitalization: 'address',
    headingPattern: /^(?!.*\be ?mail\b).*\b(?:addr(?:ess)?|street) ?(?:line )?2$|^suite\b/,
    headings: [
      'Provider Second Line Business Practice Location Address',
      'address line 2',
      'address 2',
      'street 2',
      'suite',
      'unit',
      'apartment',
    ],
  },
  {
    key: 'place',
    label: 'City, state, ZIP in one',
    groupOf: getAddressWords,
    capitalization: 'address',
    headings: ['city, state', 'city, state, zip', 'city/state/zip', 'city state zip code', 'full address'],
    headingPattern: /\bcity\b.*\bstate\b/,
    isLike: (text) => parsePlace(text) !== null,
    isTypical: (text) => parsePlace(text) !== null,
  },
  {
    key: 'city',
    label: labels.city,
    groupOf: getAddressWords,
    capitalization: 'name',
    headingPattern: /^(?:\w+ )*(?:city|town|municipality)(?: town| name)?$/,
    isLike: (text) => parsePlace(text) === null,
    headings: [
      'Provider Business Practice Location Address City Name',
      'city',
      'town',
      'locality',
      'address 1 - city',
      'mailing city',
      'billing city',
      'business city',
    ],
  },
  {
    key: 'region',
    label: labels.region,
    groupOf: getAddressWords,
    headingPattern: /^(?:\w+ )*(?:state|province)(?: province| region)?(?: code| name| abbreviation)?$/,
    isTypical: (text) => findStateCode(text) !== null,
    onlyBeside: ['addressLine1', 'city'],
    read: formatRegion,
    headings: [
      'Provider Business Practice Location Address State Name',
      'state',
      'region',
      'province',
      'state/region',
      'state/province',
      'address 1 - region',
      'mailing state',
      'billing state',
      'business state',
      'mailing state/province',
    ],
  },
  {
    key: 'postalCode',
    label: labels.postalCode,
    groupOf: getAddressWords,
    headingPattern: /^(?:\w+ )*(?:zip|postal|post)(?: ?code)?(?: postal code)?$/,
    isTypical: (text) => /^\d{5}(?:-\d{4})?$/.test(text),
    onlyBeside: ['addressLine1', 'city'],
    headings: [
      'Provider Business Practice Location Address Postal Code',
      'postal code',
      'zip',
      'zip code',
      'postcode',
      'zip/postal code',
      'address 1 - postal code',
      'mailing zip',
      'billing zip',
      'mailing zip/postal code',
      'business postal code',
    ],
  },
  {
    key: 'country',
    label: labels.country,
    groupOf: getAddressWords,
    headings: [
      'Provider Business Practice Location Address Country Code (If outside U.S.)',
      'country',
      'country/region',
      'country code',
      'address 1 - country',
      'mailing country',
      'billing country',
      'business country/region',
    ],
  },
];

/** The fields of a customer's addresses; those of a second address are never guessed from a heading alone. */
export const addressFields: readonly ImportField[] = [
  ...mainFields.map((field) => ({ ...field, inSecondGroup: `${secondAddress}${field.key}` })),
  {
    key: 'otherAddresses',
    label: 'Other addresses',
    headings: ['other addresses', 'other address', 'additional addresses'],
  },
  ...mainFields.map(({ key, label, capitalization, read }) => ({
    key: `${secondAddress}${key}`,
    label: `${label} (other address)`,
    headings: [],
    ...(capitalization !== undefined && { capitalization }),
    ...(read !== undefined && { read }),
  })),
];
