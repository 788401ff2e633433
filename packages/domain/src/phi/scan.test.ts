import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PhiTable } from './phi-kinds.ts';
import { formatTable } from './read-document.ts';
import { measureScan } from './samples/measure-scan.ts';
import { validationSamples, writtenSamples } from './samples/samples.ts';
import {
  cleanSheets,
  patientSheets,
  shortCleanTexts,
  shortPatientTexts,
  unseenCleanTexts,
  unseenPatientTexts,
} from './samples/short-samples.ts';
import { scanPages } from './scan-pages.ts';
import { listKinds, scanForPhi } from './scan.ts';

const read = (content: string | PhiTable): string =>
  scanForPhi(content)
    .map(({ kind, start, end }) => {
      const text = typeof content === 'string' ? content : formatTable(content);
      return `${kind}: ${text.slice(start, end)}`;
    })
    .join(' | ');

const readSheet = (sheet: string): string[][] => sheet.split('\n').map((line) => line.split(','));

describe('the scan for patient information', () => {
  it.each([
    ['the samples it was written with', writtenSamples],
    ['validation samples', validationSamples],
  ])('finds and passes at least nine of ten among %s', (_, samples) => {
    const { precision, recall } = measureScan(samples);
    expect(samples.length).toBeGreaterThanOrEqual(150);
    expect(samples.filter(({ kinds }) => kinds.length > 0)).toHaveLength(samples.length / 2);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it('finds at least nine of ten kinds of information in samples', () => {
    const wanted = writtenSamples.flatMap(({ content, kinds }) => {
      const found = listKinds(scanForPhi(content));
      return kinds.map((kind) => found.includes(kind));
    });
    expect(wanted.filter(Boolean).length / wanted.length).toBeGreaterThanOrEqual(0.9);
  });

  it.each([...shortPatientTexts, ...unseenPatientTexts])('finds information in %j', (text) => {
    expect(scanForPhi(text)).not.toEqual([]);
  });

  it.each([...shortCleanTexts, ...unseenCleanTexts])('passes %j', (text) => {
    expect(read(text)).toBe('');
  });

  it.each(patientSheets)('finds information in the sheet %j', (sheet) => {
    expect(scanPages([{ rows: readSheet(sheet) }])).not.toEqual([]);
  });

  it.each(cleanSheets)('passes the sheet %j', (sheet) => {
    expect(scanPages([{ rows: readSheet(sheet) }])).toEqual([]);
  });

  it.each([
    ['SSN: 512-33-9087', 'ssn: 512-33-9087'],
    ['SSN: 000-33-9087, 666-33-9087, 912-33-9087, 512-00-9087, 512-33-0000', ''],
    ['SSN xxx-xx-9087', ''],
    ['Parts 512-33-9087', ''],
    ['New MBI 1EG4-TE5-MK73', 'member-id: 1EG4-TE5-MK73'],
    ['Medicare 1EG4TE5MK73', 'member-id: 1EG4TE5MK73'],
    // S, L, O, I, B, and Z are in no Medicare number.
    ['Unit 1SG4-TE5-MK73', ''],
    ['The patient was born on March 14, 1962.', 'birth-date: born on March 14, 1962'],
    ['She was born on March 14, 1962, in Ohio.', ''],
    [
      'The seller says that patient Tom Ellis (DOB 4/5/1944) owes $88.',
      'patient: Tom Ellis | birth-date: DOB 4/5/1944',
    ],
    ['Pt MRN: 00482913', 'record-number: 00482913'],
    ['The MRN format changed', ''],
    ['Member ID: W234567890', 'member-id: W234567890'],
    ['ADA member ID: 234567890', ''],
    ['Patient: Maria Lopez', 'patient: Maria Lopez'],
    ['SSN 512‑33‑9087', 'ssn: 512‑33‑9087'],
    ['Pt Iris Novak, 81 yo with CHF, PPS 40%', 'patient: Iris Novak'],
    ['Resident Omar Haddad, 77 y/o, COPD, DNR on file', 'patient: Omar Haddad'],
    ['Admissions 3/4/2026: CHF, COPD treated for a year', ''],
    ['ESRD, HTN presented for dialysis on 3/4/2026', ''],
    // Labels and values on two lines, in the blanks of forms, in boxes, and as scans read them.
    ['Date of\nBirth: Jun 8\n1937', 'birth-date: Date of\nBirth: Jun 8\n1937'],
    ['Member\n ID: W22190441701', 'member-id: W22190441701'],
    ['Medical\nRecord No.:\n 448812', 'record-number: 448812'],
    ['Birthdate _5_/_27_/_1988_', 'birth-date: Birthdate _5_/_27_/_1988'],
    ['SS# _438_-_71_-_2260_', 'ssn: 438_-_71_-_2260'],
    ['Social Security Number: 5 8 5 - 4 4 - 9 0 1 2', 'ssn: 5 8 5 - 4 4 - 9 0 1 2'],
    ['Social Secunty N0.  O23 - 5B - 7714', 'ssn: O23 - 5B - 7714'],
    ['D O B : l1 / O3 / 1952', 'birth-date: D O B : l1 / O3 / 1952'],
    ['DOB 62-03-14', 'birth-date: DOB 62-03-14'],
    ['DOB 13-13-13, DOB 512-555-0142', ''],
    // Identifiers in groups.
    ['Member lD: H4 4127 7093', 'member-id: H4 4127 7093'],
    ['Subscriber ID: ZGP 80 4411 9273\nGroup 1', 'member-id: ZGP 80 4411 9273'],
    ['Medicaid recipient no.\n88 41 207 5563', 'member-id: 88 41 207 5563'],
    ['Member ID card 2025', ''],
    ['her BCBS ID is XEH917440233', 'member-id: XEH917440233'],
    ['Aetna ID 77200191, fee schedule 112%', ''],
    ['EDIPI 1098834412', 'member-id: 1098834412'],
    ['the social for the Dufresne account: 004-62-8813', 'ssn: 004-62-8813'],
    ['social media account: 004-62-8813', ''],
    ['The patient, SSN last four 7781', 'ssn: 7781'],
    ['Card on file for the patient, last four 7781', ''],
    ["INSURED'S I.D. NUMBER (For Program in Item 1)\n YTZ 771 204 118", 'member-id: YTZ 771 204 118'],
    ['Invoices 418-22-7719 and 418-22-7720', ''],
    ['Social Security\nNumber\n447-\n19-8823', 'ssn: 447-\n19-8823'],
    ['SSN 447-19-\n8823', 'ssn: 447-19-\n8823'],
    ['Invoice 447-19-\n8823', ''],
    ['Chart: 90321 Recall: 6 mo. BWX due.', 'record-number: 90321'],
    ['Chart: 1250 implants placed', ''],
    ['Subscriber: 884210973A, dependent code 02', 'member-id: 884210973A'],
    ['Member: 884210973, Chamber of Commerce', ''],
    // Birth dates said otherwise.
    [
      'Date of birth\n(month/day/year)\n6 / 2 / 1951',
      'birth-date: Date of birth\n(month/day/year)\n6 / 2 / 1951',
    ],
    ['A former patient, born July 1, 1968', 'birth-date: born July 1, 1968'],
    ['bday 4/4/59, she has the loose crown', 'birth-date: bday 4/4/59'],
    ['my lisinopril refill. Ada Whitlock 6/2/51', 'patient: Ada Whitlock | birth-date: 6/2/51'],
    ['Guarantor of the loan, DOB 6/2/1951', ''],
    [
      'Owen Parker, born on March 3, 2015, evaluated for speech delay.',
      'patient: Owen Parker | birth-date: born on March 3, 2015',
    ],
    ['BD: 07/07/1952  Age: 72', 'birth-date: BD: 07/07/1952'],
    ['BD: 3/14/2025 call with the lender', ''],
    // Every way to call a patient, and names of all forms.
    ['Injured worker: Pascual Ibarra-Montoya', 'patient: Pascual Ibarra-Montoya'],
    ['Veteran name: Leon T. Gaspard, lumbar strain', 'patient: Leon T. Gaspard'],
    ['Client: Wren T.  Age: 5  Dx F84.0', 'patient: Wren T.'],
    ['patient Sun-hee Park has a rash', 'patient: Sun-hee Park'],
    ['Patient: Abdul-Rahman al-Hashimi', 'patient: Abdul-Rahman al-Hashimi'],
    ['Patient Keoni Kawika Kealoha-Akana, 168/94', 'patient: Keoni Kawika Kealoha-Akana'],
    ['Patient: Suharto, dialysis MWF', 'patient: Suharto'],
    ['Patient: Established, dialysis fee $90', ''],
    [
      'Pts without a consent: Alma Grindstaff and Otis Peabody',
      'patient: Alma Grindstaff | patient: Otis Peabody',
    ],
    ['Harbor PT: Lena Horvat, hip protocols', ''],
    ['Beneficiary: Kline Law IOLTA', ''],
    // A person and a fact about a body, in one or two sentences, or in a list.
    ['I saw Rosalba Henao. She finished chemo in March.', 'patient: Rosalba Henao'],
    ['Lunch with Karen Ostrander. Her mother has dementia.', ''],
    ['Met Mrs. Ada Lassiter. Biopsy showed carcinoma and she is scheduled.', 'patient: Mrs. Ada Lassiter'],
    ['I saw Mr. Tom Ray. Since the stroke he has been confused.', 'patient: Mr. Tom Ray'],
    ['Called Ann Lee. Back pain drives most visits and she is open to offers.', ''],
    ['Spoke with Mr. Tom Ray. The hospital treats cancer and he was sent the NDA.', ''],
    ['Hi Brenda Stokes, we are sorry your root canal on May 5 was painful.', 'patient: Brenda Stokes'],
    ['Hi Ann Lee, your x-ray unit was serviced on May 5.', ''],
    ['Hi Tom Ray, your implants revenue for May 5 looks strong.', ''],
    ['I spoke to Mr. Aucoin. He received gabapentin 800.', 'patient: Mr. Aucoin'],
    ['Talked to Mr. Aucoin, the seller. He had a stroke and wants out.', ''],
    ['Re: Kevin Dang, 4 yrs, fever 103.2', 'patient: Kevin Dang'],
    ['Ann Roe: L heel, improving; Otis Ray: sacrum', 'patient: Ann Roe | patient: Otis Ray'],
    ['Ann Roe, NP - anxiety\nOtis Ray, PA-C - L heel clinic', ''],
    ['Cedar Grove treats migraines and back pain.', ''],
    ["Please pull Mrs. Ardoin's chart.", 'patient: Mrs. Ardoin'],
    ['Ms. Cordelia Ashby, a patient since 2009', 'patient: Ms. Cordelia Ashby'],
    ['Cordelia Ashby, PT, since 2009', ''],
    ['Recall returned: Cordelia Ashby, last prophy in May', 'patient: Cordelia Ashby'],
    ['MR No\nA0077180', 'record-number: A0077180'],
    ['the daughter of Ophelia Ray wants the INR', 'patient: Ophelia Ray'],
    ['Mrs. Young fell again last night.', 'patient: Mrs. Young'],
    ['I, Ada Whitlock, consent to the extraction of teeth 1, 16.', 'patient: Ada Whitlock'],
    ['My name is Ada Whitlock. I own a pharmacy, my knee hurts.', ''],
    // The owner's own health is no patient's.
    ['Walt Simmons has back pain and wants to retire.', ''],
    ['Walt Simmons has back pain.', 'patient: Walt Simmons'],
    // Lowercase names, lists of surnames, file names, names above codes, and initials.
    ['bill walters, pneumonia', 'patient: bill walters'],
    ['will call bill about the crown', ''],
    ['Alvarado TKA 2/3, Diaz THA 2/5', 'patient: Alvarado | patient: Diaz'],
    ['Garrity_Colleen_FMX_2025.pdf', 'patient: Garrity_Colleen'],
    ['Rosemary Tuttle\n410 Aspen Ct\nD1110 Prophy 98.00', 'patient: Rosemary Tuttle'],
    ['Rosemary Tuttle\n410 Aspen Ct\nThe listing agent', ''],
    ['Anna Crown joined in May.', ''],
    // "You" is not "y/o".
    ['Your email to Ann Abbott bounced', ''],
    ['Ann Abbott mentioned you in a note', ''],
    ['Kyle M. and Erin T. are due for UDS', 'patient: Kyle M | patient: Erin T'],
    ['Duke (Amy Vance) neuter 3/4', ''],
    ['Amy Vance, LCSW, does the intake', ''],
    ['Carl Zeiss OCT for glaucoma', ''],
    ['NM1*IL*1*RAY*ANITA*K***MI*W22018841~', 'patient: RAY*ANITA'],
    ['PID|1||7741^^^A||RAY^ANITA||19550101', 'patient: RAY^ANITA | birth-date: 19550101'],
  ])('reads %j as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('reports a column of a table once', () => {
    const rows = [
      ['Patient', 'DOB', 'Balance'],
      ['Maria Lopez', '3/14/1962', '$120'],
      ['John Smith', '4/15/1944', '$88'],
    ];
    expect(read({ rows })).toBe('patient: Maria Lopez | birth-date: 3/14/1962');
    expect(read(rows.map((cells) => cells.join(';')).join('\n'))).toBe(
      'patient: Maria Lopez | birth-date: 3/14/1962',
    );
  });

  it.each([
    [['Novak, June', 'Haddad, April', 'Ray, May'], 'patient: Novak, June'],
    [['FERRER, AUGUST', 'Ibáñez, Will M'], 'patient: FERRER, AUGUST'],
    [['January, June', 'Monday, April'], ''],
    [['Total, May', 'Active, June'], ''],
  ])('reads a column of patients with %j as %j', (names, expected) => {
    expect(read({ rows: [['Patient Name', 'Balance'], ...names.map((name) => [name, '104'])] })).toBe(
      expected,
    );
  });

  it.each([
    ['Initials,Age,Dx\nR.C.,67,Z96.651\nM.L.,54,M54.5', 'patient: R.C.'],
    ['Patient,Procedure\nR.C.,Crown\nM.L.,RCT', 'patient: R.C.'],
    ['Acct,Responsible Party,Bal\n10884,Robert Ives,120\n10885,Ann Moss,80', 'patient: Robert Ives'],
    ['Procedure,Load,Initials\nScaling,12,R.C.\nCrown,13,M.L.', ''],
    ['Initials,Title,Treatment,Age\nR.C.,RDH,Prophy,44\nM.L.,DA,Prophy,39', ''],
    ['Account,Guarantor,Balance,Collateral\n10884,Robert Ives,120,UCC\n10885,Ann Moss,80,UCC', ''],
  ])('reads the patients in the sheet %j as %j', (sheet, expected) => {
    expect(read({ rows: readSheet(sheet) }).split(' | ')).toContain(expected);
  });

  it('hides what it found in the excerpt', () => {
    expect(scanForPhi('Patient: Maria Lopez, SSN 512-33-9087').map(({ excerpt }) => excerpt)).toEqual([
      'M•••• L••••',
      '•••-••-••••',
    ]);
  });

  it('finds every issued Social Security number behind its label', () => {
    const ssn = fc
      .tuple(
        fc.integer({ min: 1, max: 899 }).filter((area) => area !== 666),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 9999 }),
        fc.constantFrom('-', ' ', ''),
      )
      .map(([area, group, serial, gap]) =>
        [String(area).padStart(3, '0'), String(group).padStart(2, '0'), String(serial).padStart(4, '0')].join(
          gap,
        ),
      );
    fc.assert(
      fc.property(
        ssn,
        fc.constantFrom('SSN ', 'ssn: ', 'Social Security number is ', 'SS# '),
        (number, label) => {
          expect(read(`${label}${number}`)).toBe(`ssn: ${number}`);
        },
      ),
    );
  });

  it('returns passages of any text in order, without overlaps, and masked', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'Patient: ',
        'Maria Lopez',
        'DOB',
        ' 3/4/61 ',
        '512-33-9087',
        '\t',
        '\n',
        ',',
        'MRN 12345',
        'E11.9',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        let last = 0;
        for (const { start, end, excerpt, confidence } of scanForPhi(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(excerpt).not.toMatch(/\d/);
          expect(confidence).toBeGreaterThanOrEqual(0.5);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it.each([
    'A',
    'Aa ',
    'Mr. ',
    'LOPEZ, ',
    '1',
    '"',
    'dob 3/4/1961 ',
    'patient acct # 12345 ',
    'a\t',
    '- ',
    '/ ',
    'dob / a / ',
    '-a',
    "'a",
    'dob yyyy',
    'dob mm dd yy ',
    'may the twenty-first of may twenty ',
    'born may first, two thousand and ',
    'member id no.',
    'mrn number is no. ',
    'policy no. : ',
    'medicare # = ',
    'part 512-33-9087,',
    'a,b,512-33-9087\n',
    'Mrs. Aa, dob yy ',
    'client: ',
    'NM1*IL*1*a',
    'PID|',
    'PID|\n',
    '"resourceType":"Patient"',
    '"resourceType":"Patient","family":"a',
    's s n 5 5 5 ',
    'social for last 4 of ',
    'insured id (id (',
    'dob (dob ( 1 / 1 / ',
    'acct A1 A1 A1 ',
    'Aa Aa. She had a ',
    'Patient: Aa, ',
    'started a ',
    'Dr. Aa dob 3/4/1961 ',
    'Hi Aa Aa, your ',
    'Mr. Aa. A cold and he is ',
    'bd: bd 1',
    '447-\n19-\n',
    'recerts Aa Aa\n',
    'Recerts due: Aa Aa, ',
    'Aa RCT #1, ',
    'Lopez, Ann ... ',
    'the Aab knee ',
    'patients (Aaa, ',
    'copay Aab 1.00, ',
  ])('reads 100 kB of %j without looking at any part more than a bounded number of times', (unit) => {
    const text = `${unit.repeat(Math.ceil(100_000 / unit.length))}\n\nSSN 512-33-9087`;
    expect(listKinds(scanForPhi(text))).toContain('ssn');
  });

  it.each([
    ['dob ', 'yy'],
    ['born ', '( '],
    ['member id ', 'no.'],
    ['mrn ', 'no. '],
    ['m r n ', '12 '],
    ['1', '/l'],
    ['', 'l-'],
    ['medicare id ', 'number '],
    ['a', ' '],
    ['a', '" '],
    ['x,y,part\n', '1,2,512-33-9087\n'],
  ])(
    'reads %j before 100 kB of %j without looking at any part more than a bounded number of times',
    (start, unit) => {
      const text = `${start}${unit.repeat(Math.ceil(100_000 / unit.length))}b\n\nSSN 512-33-9087`;
      expect(listKinds(scanForPhi(text))).toContain('ssn');
    },
  );

  it('reads a row of 20,000 numbers without looking at any part more than a bounded number of times', () => {
    const numbers = Array.from({ length: 20_000 }, () => '512-33-9087');
    const [first, ...rest] = scanPages([{ rows: [numbers] }]);
    expect(first).toMatchObject({ kind: 'ssn', column: 'A' });
    expect(rest.at(-1)).toMatchObject({ column: 'E' });
  });
});
