import { describe, expect, it } from 'vitest';
import { listKinds, scanForPhi } from './scan.ts';

const hasBirthDate = (text: string): boolean => listKinds(scanForPhi(text)).includes('birth-date');

describe("patients' birth dates", () => {
  it.each([
    'DOB: 14-Feb-1977\nRef: Dr. Yates',
    'Name: Maria Lopez  DOB: 03/14/1962  PCP: Dr. Kim',
    'Lopez, Maria  DOB 03/14/1962  Dr. Kim  9:00 prophy',
    'To: Dr. Kim\nRe: Maria Lopez, DOB 03/14/1962\nMRI results attached',
    'PCP: Dr. Kim  DOB: 3/14/1962',
    'Referring: Dr. Amy Chu\nDOB: 5/6/1949',
    'Dear Dr. Kim,\nPlease see Maria Lopez, DOB 3/14/1962, for a consult.',
    'Maria Lopez, DOB 3/14/1962, sees Dr. Kim every six months',
    'Attending: Dr. R. Singh, MD  DOB: 4/4/1939 Room 12B',
    'Date of birth: March 3, 1951. Seen by Dr. Hall.',
    'Dr. Kim said to send this one: Maria Lopez, DOB 3/14/1962',
    'Hygiene w/ Dr. Hill. Tom Reyes DOB 4/12/1988, overdue',
    'Maria Lopez (3/14/62) PCP Dr. Kim, knee pain',
  ])('are found near their doctor: %j', (text) => {
    expect(hasBirthDate(text)).toBe(true);
  });

  it.each([
    'DOB: 3/14/1962\nSpouse: Joan',
    'DOB: 3/14/62 Sex: F Spouse: Al Lopez Ins: Delta',
    'DOB 3/14/1962\nDriver license on file',
    "DOB 03/14/1962 Driver's license scanned",
    'D.O.B. 3/14/1962 license # on file, allergic to latex',
    'DOB 03/14/1962, board and care resident, on oxygen',
  ])('are found on an intake form: %j', (text) => {
    expect(hasBirthDate(text)).toBe(true);
  });

  it.each([
    'Birthday 10/4/1961. Last A1c 8.2. Needs foot exam.',
    'Birthday 10/4/1961. Patient needs foot exam.',
  ])('are found behind “birthday” beside care: %j', (text) => {
    expect(hasBirthDate(text)).toBe(true);
  });
});

describe('birth dates of others', () => {
  it.each([
    'Dr. Kim DOB 03/03/1965 NPI 1234567893',
    'Dr. Kim DOB 03/03/1965',
    'Dr. Ann Lee\nDOB: 4/2/1970\nHome: 12 Oak St',
    'Ann Lee, DDS, DOB 4/2/1970',
    'Provider: Dr. Ann Lee\nSpecialty: Endodontics\nDOB: 4/2/1970',
    "Dr. Lee's date of birth is 3/3/1965",
    'Date of birth (Dr. Kim): 3/3/1965',
    'Dr. Kim (DOB 3/3/1965) places implants and does root canals',
    'Interview with Dr. Ann Lee, DOB 3/3/1965',
    'Dr. Ann Lee 3/3/1965, root canals and crowns',
    'Dr. Amy Hill was born on April 12, 1968 and treats sleep apnea.',
    'Staff list\nAnn Lee RDH DOB 3/3/1990',
  ])('are not found for providers: %j', (text) => {
    expect(hasBirthDate(text)).toBe(false);
  });

  it.each([
    'Applicant: Dr. Ann Lee, DOB 4/2/1970, license 12345',
    "Applicant name: Tom Ray\nDOB: 3/3/1970\nDriver's license on file",
    'Kim, Ann  DOB 3/3/1965  Texas license J4432',
    'Board of Pharmacy renewal: Joan Ray, DOB 3/3/1970',
    'Payroll census: Kim Bouchard, DOB 11/30/1994, hired 2/1/2020',
    'Owner: Tom Ellis, DOB 3/3/1960, spouse Joan',
    'Name: Aaron Feld  DOB 05/19/1968\nSpouse: Joan  Net worth $2,110,000',
    'Birthday 10/4/1961, the buyer asked about left knee volume',
    'Huy Nguyen, DOB 2 March 1979, Mississippi driver license 801 44 7712',
  ])('are not found for owners, buyers, and license holders: %j', (text) => {
    expect(hasBirthDate(text)).toBe(false);
  });
});
