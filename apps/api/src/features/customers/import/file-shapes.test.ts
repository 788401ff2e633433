import { afterAll, beforeAll, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

type Shape = {
  readonly headings: readonly string[];
  readonly row: (index: number) => readonly string[];
  /** Column → field; columns not listed map to no field. */
  readonly mapping: Readonly<Record<string, string>>;
};

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
const three = (index: number): string => String(100 + (index % 900));
const four = (index: number): string => String(1_000 + index);

const hospitalRegister: Shape = {
  headings: [
    'Facility ID',
    'Facility Name',
    'Address',
    'City/Town',
    'State',
    'ZIP Code',
    'County/Parish',
    'Telephone Number',
    'Hospital Type',
    'Hospital Ownership',
    'Emergency Services',
    'Hospital overall rating',
    'Count of Facility MORT Measures',
  ],
  row: (index) => [
    `01${String(index).padStart(4, '0')}`,
    `${pick(['SOUTHEAST HEALTH MEDICAL CENTER', "ST. MARY'S", 'MERCY HOSPITAL', 'DALE'], index)} ${pick(['', 'EAST'], index)}`,
    `${four(index)} ROSS CLARK CIRCLE`,
    pick(['DOTHAN', 'BOAZ', 'FLORENCE'], index),
    'AL',
    `36${three(index)}`,
    pick(['HOUSTON', 'MARSHALL', 'LAUDERDALE'], index),
    `(334) 793-${four(index)}`,
    pick(['Acute Care Hospitals', 'Critical Access Hospitals', 'Psychiatric'], index),
    pick(['Government - Hospital District or Authority', 'Proprietary'], index),
    pick(['Yes', 'No'], index),
    pick(['3', 'Not Available', '4'], index),
    pick(['7', 'Not Available'], index),
  ],
  mapping: {
    'Facility ID': 'ccn',
    'Facility Name': 'organizationName',
    Address: 'addressLine1',
    'City/Town': 'city',
    State: 'region',
    'ZIP Code': 'postalCode',
    'Telephone Number': 'phone',
  },
};

/** Branches of a chain share the phone number of the head office; some rows have none. */
const pharmacyList: Shape = {
  headings: [
    'License Number',
    'Name',
    'Address',
    'City, State',
    'Zip',
    'County',
    'Phone',
    'License Type',
    'Status',
    'Issue Date',
    'Expiration Date',
  ],
  row: (index) => [
    `PCY.000${four(index)}`,
    pick(['CVS ALBANY LLC', 'WALGREEN EASTERN CO INC', `CORNER DRUG ${String(index)}`, 'DUANE READE'], index),
    `${String(index + 1)} MAIN ST`,
    pick(['HARTFORD, CT', 'NEW HAVEN, CT', 'ALBANY, NY'], index),
    pick(['06103', '06510-1234', '12207'], index),
    pick(['HARTFORD', 'NEW HAVEN', 'ALBANY'], index),
    pick(['(401) 765-1500', '(847) 914-2500', ''], index % 7),
    'PHARMACY',
    pick(['ACTIVE', 'INACTIVE', 'LAPSED'], index),
    '01/15/2019',
    '08/31/2027',
  ],
  mapping: {
    Name: 'organizationName',
    Address: 'addressLine1',
    'City, State': 'place',
    Zip: 'postalCode',
    Phone: 'phone',
  },
};

/** Without email addresses; some have no phone. */
const foreignDentists: Shape = {
  headings: [
    'Reg No',
    'Dentist Name',
    'Practice Address',
    'Town',
    'Post Code',
    'Country',
    'Tel',
    'Qualified',
  ],
  row: (index) => [
    `D${four(index)}`,
    `${pick(["O'BRIEN", 'MÜLLER', 'SMYTH', 'GARCÍA'], index)}, ${pick(['ANNA M', 'BEN', 'CLARA'], index)}`,
    `${pick(['Königstraße', 'High Street', 'Calle Mayor'], index)} ${String(index)}`,
    pick(['Stuttgart', 'Leeds', 'Madrid'], index),
    pick(['70173', 'LS1 4DY', '28013'], index),
    pick(['Germany', 'United Kingdom', 'Spain'], index),
    index % 9 === 0 ? '' : `${pick(['+49 711 22', '+44 113 49', '+34 91 52'], index)}${four(index)}`,
    pick(['BDS 1998', 'Dr. med. dent.', 'Lic. Odont.'], index),
  ],
  mapping: {
    'Dentist Name': 'name',
    'Practice Address': 'addressLine1',
    Town: 'city',
    'Post Code': 'postalCode',
    Country: 'country',
    Tel: 'phone',
  },
};

it.each([
  { shape: 'a hospital register', file: hospitalRegister, organizations: 300, first: "St. Mary's East" },
  {
    shape: 'a state pharmacy list',
    file: pharmacyList,
    organizations: 300,
    first: 'Walgreen Eastern Co Inc',
  },
  { shape: 'a list of foreign dentists', file: foreignDentists, organizations: 0, first: 'Ben Müller' },
])(
  'maps $shape by itself, takes every row, and creates nobody again',
  async ({ file, organizations, first }) => {
    const fixture = await createImportFixture(api);
    const lines = Array.from({ length: 300 }, (_, index) =>
      file
        .row(index)
        .map((cell) => `"${cell}"`)
        .join(','),
    );
    const text = `${file.headings.map((heading) => `"${heading}"`).join(',')}\n${lines.join('\n')}\n`;
    const { run, reasons } = await fixture.take(text);
    const mapping = Object.fromEntries(
      Object.entries(run.mapping).map(([index, field]) => [file.headings[Number(index)], field]),
    );
    expect(mapping).toEqual(file.mapping);
    expect(reasons).toEqual([]);
    expect(run.counts).toMatchObject({ created: 300, organizations, individuals: 300 - organizations });
    const customers = await fixture.customers();
    expect(customers.map(({ name }) => name)).toContain(first);
    expect(new Set(customers.map(({ joining_date }) => joining_date))).toEqual(new Set(['-infinity']));
    expect(customers.every(({ city, address_line1: street }) => city !== null && street !== null)).toBe(true);
    expect((await fixture.take(text)).run.counts).toMatchObject({ created: 0, updated: 300, rejected: 0 });
  },
);

it('fixes capitalization by default only where a file is in capitals', async () => {
  const fixture = await createImportFixture(api);
  const isFixed = async (rows: string): Promise<boolean> => {
    const { id } = await fixture.upload(`Name,City\n${rows}`);
    return (await fixture.get(id)).fixCapitalization;
  };
  expect(await isFixed("PATRICK O'BRIEN,ALBANY\nANN LEE,TROY\nBO DIAZ,UTICA\n")).toBe(true);
  expect(await isFixed("Patrick O'Brien,Albany\nANN LEE,TROY\nBo Diaz,Utica\n")).toBe(false);
});
