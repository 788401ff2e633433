import { Readable } from 'node:stream';
import { completeNpi } from '@handover/domain/npi.ts';

type RowKind = 'individual' | 'organization' | 'deactivated';
export type RegisterOptions = { readonly rows: number; readonly firstRow?: number };

const lastNames = [
  'ALVAREZ',
  'BAKER',
  'CHEN',
  'DUBOIS',
  "O'NEILL",
  'FISHER',
  'GUPTA',
  'HUANG',
  'IVERSON',
  'JOHNSON',
  'KOWALSKI',
  'LOPEZ-GRANT',
  'MCCOY',
  'NGUYEN',
  'OKAFOR',
  'PATEL',
  'QUINN',
  'ROSSI',
  'SMITH',
  'TRAN',
  'VAN HOUTEN',
  'WALSH',
  'YOUNG',
];
const firstNames = [
  'ANNA',
  'BRUNO',
  'CARLA',
  'DAVID',
  'ELENA',
  'FRANK',
  'GRACE',
  'HENRY',
  'IRIS',
  'JAMES',
  'KAREN',
  'LIAM',
  'MARIA',
  'NOAH',
  'OLIVIA',
  'PETER',
  'ROSA',
  'SAMUEL',
  'TINA',
];
const places = [
  ['KEARNEY', 'NE', '688472944'],
  ['JACKSONVILLE', 'FL', '322044736'],
  ['NEWARK', 'NJ', '71021234'],
  ['SAN JUAN', 'PR', '9251234'],
  ['HOUSTON', 'TX', '77090'],
  ['BOSTON', 'MA', '2108'],
] as const;
const businesses = [
  'FAMILY DENTAL GROUP, LLC',
  'HOME HEALTH OF THE VALLEY INC',
  '"CARE FIRST" PHARMACY',
  'ORTHOPAEDIC ASSOCIATES PA',
  'VETERINARY HOSPITAL PC',
];

const before = [
  'NPI',
  'Entity Type Code',
  'Replacement NPI',
  'Employer Identification Number (EIN)',
  'Provider Organization Name (Legal Business Name)',
  'Provider Last Name (Legal Name)',
  'Provider First Name',
  'Provider Middle Name',
  'Provider Name Prefix Text',
  'Provider Name Suffix Text',
  'Provider Credential Text',
  'Provider Other Organization Name',
  'Provider Other Organization Name Type Code',
  'Provider Other Last Name',
  'Provider Other First Name',
  'Provider Other Middle Name',
  'Provider Other Name Prefix Text',
  'Provider Other Name Suffix Text',
  'Provider Other Credential Text',
  'Provider Other Last Name Type Code',
  ...listAddressColumns('Mailing'),
  ...listAddressColumns('Practice Location'),
  'Provider Enumeration Date',
  'Last Update Date',
  'NPI Deactivation Reason Code',
  'NPI Deactivation Date',
  'NPI Reactivation Date',
  'Provider Sex Code',
  'Authorized Official Last Name',
  'Authorized Official First Name',
  'Authorized Official Middle Name',
  'Authorized Official Title or Position',
  'Authorized Official Telephone Number',
];
const taxonomies = numberNames(15, [
  'Healthcare Provider Taxonomy Code',
  'Provider License Number',
  'Provider License Number State Code',
  'Healthcare Provider Primary Taxonomy Switch',
]);
const otherIds = numberNames(50, [
  'Other Provider Identifier',
  'Other Provider Identifier Type Code',
  'Other Provider Identifier State',
  'Other Provider Identifier Issuer',
]);
const behind = [
  'Is Sole Proprietor',
  'Is Organization Subpart',
  'Parent Organization LBN',
  'Parent Organization TIN',
  'Authorized Official Name Prefix Text',
  'Authorized Official Name Suffix Text',
  'Authorized Official Credential Text',
  ...numberNames(15, ['Healthcare Provider Taxonomy Group']),
  'Certification Date',
];

/** The 330 columns of the public provider register. */
export const registerColumns: readonly string[] = [...before, ...taxonomies, ...otherIds, ...behind];

/** Rows of each kind in a generated register: 733, 188, and 79 of every 1,000. */
export function countRegister({ rows, firstRow = 0 }: RegisterOptions): Record<RowKind, number> {
  const counts = { individual: 0, organization: 0, deactivated: 0 };
  for (let index = firstRow; index < firstRow + rows; index += 1) counts[getRowKind(index)] += 1;
  return counts;
}

/**
 * A generated file in the register's format, deterministic: numbers as decimals, deactivated rows with only
 * an NPI and a date, reactivated rows, shared switchboards, valid NPIs.
 */
export function registerStream(options: RegisterOptions): Readable {
  return Readable.from(generateLines(options), { objectMode: false });
}

/** `registerStream` as a string. */
export function createRegisterText(options: RegisterOptions): string {
  return [...generateLines(options)].join('');
}

export function registerNpi(index: number): string {
  return completeNpi(String(120_000_000 + index));
}

/** The name that an import gives to a row; null for a deactivated one. */
export function registerName(index: number): string | null {
  const kind = getRowKind(index);
  if (kind === 'deactivated') return null;
  return kind === 'organization'
    ? createOrganizationName(index)
    : `${pick(firstNames, index)} ${createMiddleName(index)} ${createLastName(index)}`;
}

function* generateLines({ rows, firstRow = 0 }: RegisterOptions): Generator<string> {
  yield toLine(registerColumns);
  for (let index = firstRow; index < firstRow + rows; index += 1) {
    const values = createRowValues(index);
    yield toLine(registerColumns.map((column) => values[column] ?? ''));
  }
}

/** 7,919 and 1,000 are coprime, so each block of 1,000 rows has every remainder once, well mixed. */
function getRowKind(index: number): RowKind {
  const place = (index * 7_919) % 1_000;
  return place < 733 ? 'individual' : place < 921 ? 'organization' : 'deactivated';
}

function createRowValues(index: number): Record<string, string> {
  const kind = getRowKind(index);
  if (kind === 'deactivated') return { NPI: registerNpi(index), 'NPI Deactivation Date': '03/03/2021' };
  const isOrganization = kind === 'organization';
  return {
    NPI: registerNpi(index),
    'Entity Type Code': isOrganization ? '2.0' : '1.0',
    ...(isOrganization ? createOrganizationValues(index) : createPersonValues(index)),
    ...createAddressValues('Mailing', { index: index + 1, street: `PO BOX ${String(index)}` }),
    ...createAddressValues('Practice Location', {
      index,
      street: `${String(100 + (index % 9_000))} CENTRAL AVE`,
    }),
    'Provider Enumeration Date': '05/23/2005',
    'Last Update Date': '07/08/2007',
    ...(index % 30 === 7
      ? { 'NPI Deactivation Date': '03/15/2006', 'NPI Reactivation Date': '03/20/2006' }
      : {}),
    'Healthcare Provider Taxonomy Code_1': pick(
      ['207X00000X', '1223G0001X', '251G00000X', '333600000X'],
      index,
    ),
    'Provider License Number_1': String(10_000 + index),
    'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
    'Certification Date': '05/15/2020',
  };
}

function createOrganizationValues(index: number): Record<string, string> {
  return {
    'Employer Identification Number (EIN)': '<UNAVAIL>',
    'Provider Organization Name (Legal Business Name)': createOrganizationName(index),
    'Provider Other Organization Name': '<UNAVAIL>',
    'Authorized Official Last Name': createLastName(index),
    'Authorized Official Telephone Number': '9106096700.0',
  };
}

function createPersonValues(index: number): Record<string, string> {
  return {
    'Provider Last Name (Legal Name)': createLastName(index),
    'Provider First Name': pick(firstNames, index),
    'Provider Middle Name': createMiddleName(index),
    'Provider Credential Text': pick(['M.D.', 'DDS', 'D.O.', ''], index),
    'Provider Sex Code': 'F',
  };
}

function createAddressValues(
  kind: 'Mailing' | 'Practice Location',
  { index, street }: { index: number; street: string },
): Record<string, string> {
  const [city, state, zip] = pick(places, index);
  const [first, , cityColumn, stateColumn, zipColumn, countryColumn, phoneColumn, faxColumn] =
    listAddressColumns(kind);
  const phone = `${String(2_015_550_000 + Math.floor(index / 3))}.0`;
  return Object.fromEntries([
    [first, street],
    [cityColumn, city],
    [stateColumn, state],
    [zipColumn, `${zip}.0`],
    [countryColumn, 'US'],
    [phoneColumn, phone],
    [faxColumn, phone],
  ]);
}

function listAddressColumns(kind: 'Mailing' | 'Practice Location'): readonly string[] {
  const parts = [
    'City Name',
    'State Name',
    'Postal Code',
    'Country Code (If outside U.S.)',
    'Telephone Number',
    'Fax Number',
  ];
  return [
    `Provider First Line Business ${kind} Address`,
    `Provider Second Line Business ${kind} Address`,
    ...parts.map((part) => `Provider Business ${kind} Address ${part}`),
  ];
}

function createOrganizationName(index: number): string {
  return `${createLastName(index)} ${pick(businesses, index)}`;
}

function createLastName(index: number): string {
  return pick(lastNames, Math.floor(index / 7));
}

function createMiddleName(index: number): string {
  return String.fromCharCode(65 + (index % 26));
}

function numberNames(count: number, names: readonly string[]): string[] {
  return Array.from({ length: count }, (_, index) =>
    names.map((name) => `${name}_${String(index + 1)}`),
  ).flat();
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}

function toLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
