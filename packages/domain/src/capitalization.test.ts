import { describe, expect, it } from 'vitest';
import { fixCapitalization, isAllCaps } from './capitalization.ts';

describe('capitals', () => {
  it.each([
    ['MCDONALD', 'McDonald'],
    ["MCDONALD'S PHARMACY LLC", "McDonald's Pharmacy LLC"],
    ["O'BRIEN, PATRICK J", "O'Brien, Patrick J"],
    ['SMITH-JONES', 'Smith-Jones'],
    ["D'ANGELO", "D'Angelo"],
    ['MACK', 'Mack'],
    ['VAN HOUTEN', 'Van Houten'],
    ['DE LA CRUZ JR', 'De La Cruz Jr'],
    ['NG', 'Ng'],
    ['LYNN', 'Lynn'],
    ['JOHN A SMITH III', 'John A Smith III'],
    ['JANE DOE, DDS, PT', 'Jane Doe, DDS, PT'],
    ['J. R. EWING, M.D.', 'J. R. Ewing, M.D.'],
    ["ST. MARY'S HOSPITAL", "St. Mary's Hospital"],
    ['HOSPITAL OF THE UNIVERSITY OF PENNSYLVANIA', 'Hospital of the University of Pennsylvania'],
    ['CVS/PHARMACY #1234', 'CVS/Pharmacy #1234'],
    ['CVS ALBANY LLC', 'CVS Albany LLC'],
    ['WALGREEN CO.', 'Walgreen Co.'],
    ['DENTAL CARE P.C.', 'Dental Care P.C.'],
    ['ACME MEDICAL, INC.', 'Acme Medical, Inc.'],
    ['7-ELEVEN', '7-Eleven'],
    ['STOP & SHOP PHARMACY', 'Stop & Shop Pharmacy'],
    ['ZAHNARZTPRAXIS MÜLLER GMBH', 'Zahnarztpraxis Müller GmbH'],
    ['THE CORNER DRUG STORE', 'The Corner Drug Store'],
    ['WINSTON-SALEM', 'Winston-Salem'],
    ['ÅRHUS', 'Århus'],
    ['VA MEDICAL CENTER', 'VA Medical Center'],
  ])('of a name: %s', (text, fixed) => {
    expect(fixCapitalization(text, 'name')).toBe(fixed);
  });

  it.each([
    ['PO BOX 12', 'PO Box 12'],
    ['P.O. BOX 12', 'P.O. Box 12'],
    ['1200 NW MAIN ST', '1200 NW Main St'],
    ['12 N 22ND AVE STE 4B', '12 N 22nd Ave Ste 4B'],
    ['9 ST. JAMES PL SE', '9 St. James Pl SE'],
    ['HARTFORD, CT', 'Hartford, CT'],
    ['1 ELM CT, AVON, CT 06001-1234', '1 Elm Ct, Avon, CT 06001-1234'],
    ['100 MLK BLVD', '100 MLK Blvd'],
    ['45 US HWY 1', '45 US Hwy 1'],
    ["3 O'HARE DR", "3 O'Hare Dr"],
  ])('of an address: %s', (text, fixed) => {
    expect(fixCapitalization(text, 'address')).toBe(fixed);
  });

  it.each(['McDonald', 'van Houten', 'iPhone Store', 'CVS Albany', '12-4', 'X'])(
    'are left alone in a text that has none to fix: %s',
    (text) => {
      expect(isAllCaps(text)).toBe(false);
      expect(fixCapitalization(text, 'name')).toBe(text);
    },
  );
});
