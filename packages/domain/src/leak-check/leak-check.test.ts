import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLeaks, type IdentifyingFacts, type Leak } from './leak-check.ts';
import { isLargeCity } from './large-cities.ts';
import { makeDisguises } from './leak-disguises.ts';
import { carriers, samples } from './leak-samples.ts';
import { cleanTeasers } from './leak-teasers.ts';

const mark = (text: string, leaks: readonly Leak[]): string =>
  leaks.map(({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`).join(' | ');

type Example = readonly [facts: IdentifyingFacts, text: string, expected: string];

/** Not looked at while the rules were written. */
const unseenExamples: readonly Example[] = [
  [
    { names: ['Superior Hearing Center of Akron'] },
    'at Superior Hearing Center',
    'name: Superior Hearing Center',
  ],
  [
    { names: ['Helping Hands Hospice of El Paso'] },
    'see Helping-Hands-Hospice',
    'name: Helping-Hands-Hospice',
  ],
  [{ names: ['Healing Touch Chiropractic'] }, 'see HealingTouch reviews', 'name: HealingTouch'],
  [{ names: ['Healing Touch Chiropractic'] }, 'a healing touch for every patient', ''],
  [{ names: ['Spokane Healthy Smiles'] }, 'Healthy Smiles is known for it', 'name: Healthy Smiles'],
  [
    { names: ['Compassionate Care Nursing of Ohio, Inc.'] },
    'at COMPASSIONATE CARE NURSING',
    'name: COMPASSIONATE CARE NURSING',
  ],
  [{ names: ['Dental Group of Dallas'] }, 'The Dental Group in Texas', ''],
  [
    { names: ['Premier Eye Center of Waco'] },
    'a premier eye center. Premier location. Eye center with optical',
    '',
  ],
  [{ names: ['Quality Urgent Care of Boise'] }, 'Quality scores are high. Urgent care in Idaho', ''],
  [{ names: ['Community Hospice of Texas'] }, 'Community Hospice in the South', ''],
  [{ names: ['Meadow Home Health'] }, 'grown from Meadow HH', 'name: Meadow HH'],
  [{ names: ['Garden Assisted Living'] }, 'operated as GARDEN AL', 'name: GARDEN AL'],
  [{ names: ['Summit Occupational Therapy'] }, 'at the summit of OT demand', ''],
  [{ people: ['Lou Granger'] }, 'sold by Gr4nger', 'person: Gr4nger'],
  [{ names: ['Saguaro Dental'] }, 'at 5aguaro', 'name: 5aguaro'],
  [{ people: ['Max Ioos'] }, 'hundreds, 100s of patients', ''],
  [{ people: ['Ines dos Santos'] }, 'bought by I. Dossantos', 'person: Dossantos'],
  [{ people: ['Rob Mac Innes'] }, 'R. Macinnes will stay', 'person: Macinnes'],
  [{ people: ['Al Da Silva'] }, 'data and silver fillings', ''],
  [{}, 'across the street from United Grain', 'landmark: across the street from United Grain'],
  [{}, 'a half mile from Aetna Springs', 'landmark: a half mile from Aetna Springs'],
  [{}, 'behind Delta Memorial Hospital', 'landmark: behind Delta Memorial Hospital'],
  [{}, 'next to United Concordia and Guardian, facing Cigna audits', ''],
  [{ names: ['Three Sisters Home Care'] }, 'His sister keeps the books.', ''],
  [{ names: ['Uncle Ray Pharmacy'] }, 'She bought it from her uncle.', ''],
  [{ names: ['Uncle Ray Pharmacy'] }, 'known as Uncle Pharmacy', 'name: Uncle Pharmacy'],
  [{ streets: ['77 High Street'] }, 'High street fashion is close. Along high street', 'street: high street'],
  [{ streets: ['77 Main Street'] }, 'Classic main street storefront', ''],
  [{ streets: ['30 Oak Lane'] }, 'Oak lane is quiet', 'street: Oak lane'],
];

/** Initials, spellings, and joined names; names and words that are not meant as the business or its owner. */
const namingExamples: readonly Example[] = [
  [{ names: ['A.R.C. Dermatology, P.A.'] }, 'at ARC Dermatology', 'name: ARC Dermatology'],
  [{ names: ['A.R.C. Dermatology, P.A.'] }, 'A R C is growing', 'name: A R C'],
  [{ names: ['J & B Medical Supply Co.'] }, 'J-and-B drivers', 'name: J-and-B'],
  [{ names: ['T.L.C. Medical Transport'] }, 'a little TLC for each rider. Medical transport, rides', ''],
  [{ names: ['Hale Ola Physical Therapy'] }, 'Hale ʻOla has grown', 'name: Hale ʻOla'],
  [{ streets: ['75-5744 Aliʻi Drive'] }, 'at 75-5744 Alii Dr', 'street: 75-5744 Alii Dr'],
  [{ names: ['Prairie 701 Counseling'] }, 'as Prairie Seven-Oh-One', 'name: Prairie Seven'],
  [{ names: ['Prairie 701 Counseling'] }, 'Prairie Seven Hundred One', 'name: Prairie Seven'],
  [{ names: ['1st Choice Surgery Center'] }, 'First Choice is owned', 'name: First Choice'],
  [{ names: ['Beacon Surgery Center'] }, 'Beacon Surgery Centre', 'name: Beacon Surgery Centre'],
  [{ names: ['The Willows at Saint Clair'] }, 'Families love the Willows.', 'name: Willows'],
  [{ names: ['Mt. Zion QuickMed Urgent Care'] }, 'Quick Med opened', 'name: Quick Med'],
  [{ names: ['Luz de Vida Hospice'] }, 'LuzDeVida nurses', 'name: LuzDeVida'],
  [{ names: ['Fleur de Lis Home Health of Houma'] }, 'FDL has nurses', 'name: FDL'],
  [{ names: ['1st Choice Surgery Center of Hattiesburg'] }, 'FCSC is owned', 'name: FCSC'],
  [{ names: ['Cedar Grove Behavioral Health'] }, 'as CG Behavioral', 'name: CG Behavioral'],
  [{ names: ['Lakeside Dermatology'] }, 'at Lake Side Dermatology', 'name: Lake Side Dermatology'],
  [{ names: ['Back in Action Chiropractic'] }, 'BackInAction reviews', 'name: BackInAction'],
  [{ names: ['Back in Action Chiropractic'] }, 'Take action. Action items: chiropractic notes', ''],
  [{ names: ['Good Neighbor Family Dental'] }, 'for a good neighbor of a buyer', ''],
  [{ names: ['Good Neighbor Family Dental'] }, 'known as good neighbor', 'name: good neighbor'],
  [{ names: ['Good Neighbor Family Dental'] }, 'good neighbor dental', 'name: good neighbor dental'],
  [{ names: ['Four Paws Veterinary'] }, 'gets four paws checked', ''],
  [{ names: ['Little Steps ABA'] }, 'Growth in ABA was 21%, with little ABA debt', ''],
  [{ names: ['Tri-State Pathology'] }, 'Pathology and toxicology reports', ''],
  [{ names: ["O'Connor & Reyes Podiatry"] }, "Sandra Day O'Connor; Point Reyes", ''],
  [{ names: ["O'Connor & Reyes Podiatry"] }, 'OConnor Podiatry', 'name: OConnor Podiatry'],
  [{ names: ['Johnson Pharmacy'] }, 'Johnson has two stores', 'name: Johnson'],
  [{ people: ['Trần Quốc Bảo'] }, 'T.Q. Bảo owns it', 'person: T.Q. Bảo'],
  [{ people: ['Phạm Thị Ngọc Lan'] }, 'P. T. Ngọc Lan, the Phạms', 'person: P. T. Ngọc Lan | person: Phạms'],
  [{ people: ['David Park'] }, 'Park, D., and Dr. Dave', 'person: Park, D | person: Dr. Dave'],
  [{ people: ['David Park'] }, "David Letterman, National Park's visitors, a park", ''],
  [{ people: ['William T. McLemore'] }, 'William Blair, Fort William', ''],
  [{ people: ['William T. McLemore'] }, 'ask for William', 'person: William'],
  [{ people: ['William T. McLemore'] }, 'William’s patients', 'person: William'],
  [{ people: ['Mary Beth Johnson'] }, "St. Mary's; Johnson Controls; Johnson & Johnson", ''],
  [{ people: ['Mary Beth Johnson'] }, 'Johnson will stay', 'person: Johnson'],
  [{ people: ['Elizabeth Hanrahan'] }, 'by Dr. Betsy', 'person: Dr. Betsy'],
  [{ streets: ['4400 Hardy Street'] }, 'a hardy economy, no Hardy soul', ''],
  [{ streets: ['1919 Manhattan Boulevard'] }, 'Manhattan-style rents', ''],
  [{ streets: ['8860 State Route 60'] }, 'on SR 60, 60 roads, in 60 states', 'street: SR 60'],
  [{ streets: ['1616 N. 24th St.'] }, 'at 1616 Twenty-Fourth', 'street: 1616 Twenty-Fourth'],
  [{ streets: ['14 Elm Ave'] }, '14ElmAvenue, ElmAve', 'street: 14ElmAvenue | street: ElmAve'],
  [{ streets: ['900 Calle Real'] }, 'a real reason. At 900 C. Real', 'street: 900 C. Real'],
  [
    { names: ['Bright Family Dental'] },
    'a bright family dental office at Bright Dental',
    'name: Bright Dental',
  ],
  [{ names: ['Bright Family Dental'] }, 'known as bright family dental', 'name: bright family dental'],
  [
    { names: ['Main Street Pharmacy'] },
    'a main street pharmacy; Main St. Pharmacy',
    'name: Main St. Pharmacy',
  ],
  [{ people: ['Maria de la Cruz Santos'] }, 'M. de la Cruz, of Santa Cruz', 'person: M. de la Cruz'],
  [{ people: ['Grace Young'] }, 'a Grace period. Grace runs it', 'person: Grace'],
  [{ people: ['Scott Clark'] }, 'Clark County, and the Clarks', 'person: Clarks'],
  [{}, 'next to the elevator, next to the bakery', 'landmark: next to the bakery'],
  [{ emails: ['careers@tspt-lab.com'] }, 'Careers in histology', ''],
];

describe('the leak check', () => {
  it('stops at least 98% of 500 disguises and shows the passage', () => {
    const disguises = makeDisguises(500);
    const missed = disguises.filter(({ text, start, end, facts }) =>
      findLeaks(text, facts).every(
        (leak) => leak.end <= start || leak.start >= end || leak.end - leak.start > (end - start) * 2 + 10,
      ),
    );
    expect(disguises).toHaveLength(500);
    expect(missed.length, missed.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(10);
  });

  it('passes at least 98% of 200 clean teasers', () => {
    const stopped = cleanTeasers.flatMap((text) => {
      const leaks = samples.flatMap((facts) => {
        const found = findLeaks(text, facts);
        return found.length === 0 ? [] : [`${facts.names[0] ?? ''}: ${mark(text, found)}`];
      });
      return leaks.length === 0 ? [] : [leaks.join('; ')];
    });
    expect(new Set(cleanTeasers).size).toBe(200);
    expect(stopped.length, stopped.join('\n')).toBeLessThanOrEqual(4);
  });

  it('allows a laboratory to be called one, whatever its name', () => {
    const facts = { names: ['Valley Clinical Laboratory of Greenville'] };
    const text = 'This established clinical laboratory in South Carolina has its own couriers.';
    expect(findLeaks(text, facts)).toEqual([]);
    expect(findLeaks('Valley Clinical Laboratory has its own couriers.', facts)).not.toEqual([]);
  });

  it('passes the sentences around the disguises', () => {
    for (const facts of samples)
      for (const carrier of carriers) {
        const text = carrier.replace('|', 'the practice');
        expect(mark(text, findLeaks(text, facts))).toBe('');
      }
  });

  it.each([
    [{ people: ['Grace Young'] }, 'Sold by Young in 2019', 'person: Young'],
    [{ people: ['Grace Young'] }, 'a young team; Young families welcome', ''],
    [{ people: ['Grace Young'] }, 'ask for young, grace', 'person: young, grace'],
    [{ people: ['Denise May'] }, 'Opened in May 2019, and owners may stay', ''],
    [{ people: ['Denise May'] }, 'Run by Ms. May', 'person: Ms. May'],
    [{ names: ['Family Health Center'] }, 'a family health center in Ohio', ''],
    [{ names: ['Family Health Center'] }, 'the Family Health Center in Ohio', 'name: Family Health Center'],
    [{ names: ['Smith-Garza Eye Care'] }, 'Ｇ Ａ Ｒ Ｚ Ａ eye', 'name: Ｇ Ａ Ｒ Ｚ Ａ eye'],
    [{ zips: ['78704'] }, 'Price of $78,704', ''],
    [{ zips: ['78704'] }, 'ZIP seven eight 7 oh four', 'zip: seven eight 7 oh four'],
    [
      { phones: ['5125550142'] },
      'five one two, triple five, 0-1-4-2',
      'phone: five one two, triple five, 0-1-4-2',
    ],
    [{ numbers: [{ kind: 'npi' as const, value: '1234567893' }] }, '١٢٣٤٥٦٧٨٩٣', 'npi: ١٢٣٤٥٦٧٨٩٣'],
    [{ domains: ['garzaeye.com'] }, 'g.a.r.z.a.e.y.e dot com', 'domain: g.a.r.z.a.e.y.e dot com'],
    [
      { domains: ['https://facebook.com/mapledentalaz'] },
      'find us as mapledentalaz',
      'domain: mapledentalaz',
    ],
    [{ domains: ['https://facebook.com/mapledentalaz'] }, 'good reviews on Facebook', ''],
    [
      { domains: ['https://www.facebook.com/pages/mapledentalaz/104423/about?ref=page'] },
      'as m a p l e d e n t a l a z',
      'domain: m a p l e d e n t a l a z',
    ],
    [
      { domains: ['https://www.yelp.com/biz/gkdds?osq=dentist'] },
      'on yelp dot com/biz/gkdds',
      'domain: yelp dot com/biz/gkdds',
    ],
    [
      { domains: ['https://www.google.com/maps/place/Maple+Dental+AZ/@33.41,-111.9,17z/data=!3m1'] },
      'on the map as MapleDentalAZ, in Google reviews',
      'domain: MapleDentalAZ',
    ],
    [
      { domains: ['https://sites.google.com/view/mapledentalaz/home'] },
      'by mapledentalaz',
      'domain: mapledentalaz',
    ],
    [
      { domains: ['https://mapledentalaz.wixsite.com/home'] },
      'a site by Wixsite, mapledentalaz',
      'domain: mapledentalaz',
    ],
    [{ people: ['Ann West'] }, 'located in the west on a busy road', ''],
    [{ people: ['Ann Weston'] }, 'located in the west on a busy road', ''],
    [{ cities: ['Marble Falls'] }, 'a practice in marble falls', 'city: marble falls'],
    [{ names: ['Lakeside Dental'] }, 'at Lkaeside', 'name: Lkaeside'],
    [{ names: ['Lakeside Dental'] }, 'Iakeside Dental', 'name: Iakeside Dental'],
    [{ people: ['James Walker'] }, 'ask Jim Walker', 'person: Jim Walker'],
    [
      { streets: ['12 Market Square'] },
      'has a market square feel, not on Market Square',
      'street: Market Square',
    ],
    [{ streets: ['15 Elm St'] }, 'the building on Elm is leased', 'street: Elm'],
    [{ phones: ['614.555.0172 x12'] }, 'call 6145550172', 'phone: 6145550172'],
    [{ streets: ['PO Box 551'] }, 'write to P.O. Box 551', 'street: Box 551'],
    [{ streets: ['230 East 14th Street'] }, 'at 230 E. Fourteenth St', 'street: 230 E. Fourteenth St'],
    [{ names: ['Prairie Winds DME'] }, 'the Winds of the Prairie', 'name: Winds of the Prairie'],
    [{ streets: ['7 Center Drive'] }, 'four centers in Texas', ''],
    [{ people: ['Tom Reed'] }, 'ask Thomas Reed', 'person: Thomas Reed'],
    [{}, 'corner of Main St and Oak Ave', 'landmark: corner of Main St and Oak Ave'],
    [{ emails: ['pharmacy@gmail.com'] }, 'an independent pharmacy', ''],
    [{}, 'Call the seller at (615) 555-9999.', 'phone: 615) 555-9999'],
    [{}, 'Call 615.555.9999 or email drsmith@gmail.com', 'phone: 615.555.9999 | email: drsmith@gmail.com'],
    [
      {},
      'facebook.com/brightsmilestn, www.brights.example',
      'domain: facebook.com/brightsmilestn | domain: www.brights.example',
    ],
    [{}, 'NPI 1234567893, CLIA 44D1234567', 'npi: 1234567893 | clia: 44D1234567'],
    [{}, '1234567890 scripts, 2021: $1,104,000, 3.5% to 12.75%, e.g. 24.5', ''],
    [
      {},
      'at 212 Elm Street, on Old Hickory Boulevard',
      'street: 212 Elm Street | street: Old Hickory Boulevard',
    ],
    [{}, 'on Main Street, a 5 Star agency; Highway visibility; drive revenue', ''],
    [
      {},
      'Dr. Robert Kowalski will stay; the doctor and Dr. Lee',
      'person: Dr. Robert Kowalski | person: Dr. Lee',
    ],
    [
      { numbers: [{ kind: 'license' as const, value: 'TN-7741' }] },
      'TN7741, TN 7741, #7741',
      'license: TN7741 | license: TN 7741 | license: 7741',
    ],
    [
      { numbers: [{ kind: 'license' as const, value: 'D7741' }] },
      'D7741 and 7741 patients',
      'license: D7741',
    ],
    [
      { numbers: [{ kind: 'license' as const, value: '7741' }] },
      'license no. 7741, 7741 patients',
      'license: 7741',
    ],
    [{}, 'across the parking lot from Whole Foods', 'landmark: across the parking lot from Whole Foods'],
    [{}, 'down the hall from Quest', 'landmark: down the hall from Quest'],
    [{}, 'inside the former Bank of America', 'landmark: inside the former Bank of America'],
    [{}, 'the only dentist in Williamson County', 'landmark: only dentist in Williamson'],
    [{}, 'the only one in Texas, the only practice in the county', ''],
    [{}, 'voted best dentist by Nashville Lifestyles', 'landmark: voted best dentist by Nashville'],
    [{}, 'president of the Tennessee Dental Association', 'landmark: president of the Tennessee'],
    [{}, 'Next to Delta Dental, Guardian pays most; facing Optum', ''],
    [{}, 'close to Memorial Day weekend, close to I-40, minutes from Downtown', ''],
    [{}, 'two blocks from a large hospital, an hour from Dallas, near downtown', ''],
    [
      { names: ['Caring Hands Home Care of Omaha'] },
      'Caring Hands Home Care has 40 aides',
      'name: Caring Hands Home Care',
    ],
    [
      { names: ['First Choice Pharmacy, Toledo'] },
      'the FirstChoicePharmacy app; Pharmacy, First Choice',
      'name: FirstChoicePharmacy | name: Pharmacy, First Choice',
    ],
    [
      { names: ['Total Wellness Chiropractic of Round Rock'] },
      'as Tótal Wéllness Chiropractic',
      'name: Tótal Wéllness Chiropractic',
    ],
    [{ names: ['Family Smiles of Spokane'] }, 'F a m i l y  S m i l e s', 'name: F a m i l y  S m i l e s'],
    [
      { names: ['Golden Total Comfort Home Care'] },
      'Total Comfort, T o t a l C o m f o r t, total comfort',
      'name: Total Comfort | name: T o t a l C o m f o r t',
    ],
    [{ names: ['Physical Therapy of Tampa'] }, 'Physical Therapy in Florida', ''],
    [{ names: ['Assisted Living of Savannah'] }, 'Assisted Living in Georgia', ''],
    [{ names: ['Independent Pharmacy of Tulsa'] }, 'Independent Pharmacy in Oklahoma', ''],
    [{ names: ['First Choice Pharmacy, Toledo'] }, 'the first choice pharmacy of many', ''],
    [{ names: ['Advanced Home Health Care of Omaha'] }, 'advanced home health care for seniors', ''],
    [{ names: ['Granite Behavioral Health'] }, 'sold as Granite BH', 'name: Granite BH'],
    [{ names: ['Heron Ambulatory Surgery Center'] }, 'at Heron ASC in Ohio', 'name: Heron ASC'],
    [{ names: ['Valley Physical Therapy'] }, 'in the valley, PT visits doubled', ''],
    [{ names: ['Ruskin Dental'] }, 'at Ru5kin', 'name: Ru5kin'],
    [{ names: ['Beacon Hospice'] }, 'with 8eacon', 'name: 8eacon'],
    [{ people: ['Tim Boom'] }, 'about 800m away', ''],
    [{ people: ['Pieter van den Hoek, MD'] }, 'by P. Vandenhoek', 'person: Vandenhoek'],
    [{ people: ['Carla De Luca'] }, 'by C. Deluca, a deluxe office', 'person: Deluca'],
    [{ people: ['Anh Do'] }, 'what buyers do', ''],
    [{ people: ['Kim Van'] }, 'a delivery van', ''],
    [{}, 'across from the Delta Dunes clubhouse', 'landmark: across from the Delta Dunes'],
    [{}, 'two blocks from CVS', 'landmark: two blocks from CVS'],
    [{}, 'next to Anthem Plaza', 'landmark: next to Anthem Plaza'],
    [{}, 'Next to Humana, Aetna is second, behind Blue Cross', ''],
    [{}, 'one step from Medicare certification', ''],
    [{ names: ['Perez & Daughters Pharmacy'] }, 'The owner has two daughters.', ''],
    [{ names: ['Perez & Daughters Pharmacy'] }, 'at Daughters Pharmacy', 'name: Daughters Pharmacy'],
    [{ names: ['Hale Brothers Drug'] }, 'The brothers retire together.', ''],
    [{ streets: ['40 Main Street'] }, 'Main street retail, main street shops, mainstreet', ''],
    [{ streets: ['40 Main Street'] }, 'on main street', 'street: main street'],
    [{ streets: ['40 Main Street'] }, 'Main Street retail', 'street: Main Street'],
    [{ streets: ['9 Market Square'] }, 'Market square feel', ''],
    [{ streets: ['15 Elm St'] }, 'Elm street has parking', 'street: Elm street'],
    ...unseenExamples,
    ...namingExamples,
  ] satisfies readonly Example[])('reads %j in “%s” as “%s”', (facts, text, expected) => {
    expect(mark(text, findLeaks(text, facts))).toBe(expected);
  });

  it('lets a message have the contact details of its sender', () => {
    const text = 'Call me at (615) 555-9999 or ann@broker.example, 12 Elm Street. Near Lakeside Dental.';
    const leaks = findLeaks(text, { names: ['Lakeside Dental'] }, { isMessage: true });
    expect(mark(text, leaks)).toBe('name: Lakeside Dental');
  });

  it.each([
    ['Nashville', 'TN', true],
    ['St. Louis', 'Missouri', true],
    ['Paris', 'TN', false],
    ['Jackson', 'WY', false],
    ['Hope', 'AR', false],
    ['Nashville', null, false],
  ])('knows whether %s, %s is a large city', (city, region, isLarge) => {
    expect(isLargeCity(city, region)).toBe(isLarge);
  });

  it('returns passages of the text in order, without overlaps, for any text', () => {
    const [facts = {}] = samples;
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme' }),
            fc.constantFrom('Bluebonnet', 'five', '512', ' ', 'from the Alamo', '2 blocks'),
          ),
          { maxLength: 30 },
        ),
        (parts) => {
          const text = parts.join('');
          let end = 0;
          for (const leak of findLeaks(text, facts)) {
            expect(leak.start).toBeGreaterThanOrEqual(end);
            expect(leak.end).toBeGreaterThan(leak.start);
            end = leak.end;
          }
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  it('reads 100 kB without looking at any part more than a bounded number of times', () => {
    const [facts = {}] = samples;
    for (const unit of [
      'five ',
      'a ',
      '1',
      'across from ',
      'five hundred ',
      'B.F.',
      'bluebonne',
      '\u200b',
      'one block ',
      'a@',
      'a.',
      'Dr. ',
      '(615) ',
      'only in ',
      'Family of the ',
    ])
      expect(
        findLeaks(`${unit.repeat(Math.ceil(100_000 / unit.length))} bluebonnet`, facts).length,
      ).toBeGreaterThan(0);
  });
});
