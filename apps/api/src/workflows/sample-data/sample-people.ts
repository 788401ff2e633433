import type { CreateCustomer } from '@handover/contract/customers/customer-changes.ts';
import type { Random } from './random.ts';

const firstNames = [
  'Amara',
  'Benjamin',
  'Carmen',
  'Daniel',
  'Elena',
  'Farid',
  'Grace',
  'Hiro',
  'Isabel',
  'Jonas',
  'Keisha',
  'Liam',
  'Mei',
  'Noah',
  'Olivia',
  'Priya',
  'Quentin',
  'Rosa',
  'Samuel',
  'Tara',
  'Uma',
  'Victor',
  'Wanda',
  'Yusuf',
] as const;
const lastNames = [
  'Abbott',
  'Baptiste',
  'Calderón',
  'Dietrich',
  'Eriksen',
  'Fontaine',
  'Gallagher',
  'Huang',
  'Iyer',
  'Jankowski',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Nakamura',
  'O’Donnell',
  'Petrov',
  'Quist',
  'Ramírez',
  'Schneider',
  'Tanaka',
  'Underwood',
  'Vasquez',
  'Whitfield',
  'Zimmerman',
] as const;
const practices = [
  'Bright Smile Dental',
  'Cedar Grove Physical Therapy',
  'Harbor Home Health',
  'Lakeside Veterinary',
  'Northgate Pharmacy',
  'Oak Street Urgent Care',
  'Prairie Behavioral Health',
  'Riverbend Family Medicine',
  'Silver Birch Hospice',
  'Summit Sleep & DME',
  'Tidewater Med Spa',
  'Valley Clinical Laboratory',
] as const;
const cities = [
  ['Albany', 'NY', '12207'],
  ['Asheville', 'NC', '28801'],
  ['Boise', 'ID', '83702'],
  ['Columbus', 'OH', '43215'],
  ['Duluth', 'MN', '55802'],
  ['Eugene', 'OR', '97401'],
  ['Fort Collins', 'CO', '80521'],
  ['Greenville', 'SC', '29601'],
  ['Madison', 'WI', '53703'],
  ['Mobile', 'AL', '36602'],
  ['Reno', 'NV', '89501'],
  ['Savannah', 'GA', '31401'],
] as const;
const titles = ['Owner', 'Practice manager', 'Founder', 'Medical director', 'Partner', 'Buyer'] as const;
const sources = ['Referral', 'Website', 'BizBuySell', 'Conference', 'Direct mail'] as const;
const planNames = ['Basic', 'Growth', 'Exit'] as const;

/** One realistic customer of a brokerage; `index` makes names and addresses unique. Pure. */
export function createSampleCustomer(
  random: Random,
  { index, today }: { index: number; today: Date },
): CreateCustomer {
  const first = firstNames[index % firstNames.length] ?? 'Alex';
  const last = lastNames[(index * 7 + Math.floor(index / firstNames.length)) % lastNames.length] ?? 'Smith';
  const company = random.pick(practices);
  const [city, region, postalCode] = random.pick(cities);
  const isCorporate = index % 4 === 3;
  const joined = new Date(today.getTime() - (5 + random.below(700)) * 86_400_000);
  const mailbox = `${first}.${last}.${String(index + 1)}`
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9.]/g, '')
    .toLowerCase();
  return {
    name: isCorporate ? `${company}, ${['LLC', 'PC', 'Inc.'][index % 3] ?? 'LLC'}` : `${first} ${last}`,
    email: `${mailbox}@example.com`,
    phone: `(${String(200 + ((index * 37) % 700))}) 555-${String(100 + ((index * 53) % 900)).padStart(4, '0')}`,
    company: isCorporate ? null : company,
    npi: index % 3 === 0 ? toNpi(100_000_000 + index * 7919) : null,
    accountType: isCorporate ? 'Corporate' : 'Individual',
    planName: index % 5 === 4 ? random.pick(planNames) : 'Basic',
    joiningDate: joined.toISOString().slice(0, 10),
    isVerified: random.chance(0.7),
    source: random.pick(sources),
    title: isCorporate ? null : random.pick(titles),
    city,
    region,
    postalCode,
    country: 'US',
    addressLine1: `${String(100 + ((index * 29) % 880))} ${random.pick(['Main Street', 'Oak Avenue', 'Harbor Road', 'Maple Lane'])}`,
  };
}

/** Completes nine digits to an NPI with its Luhn check digit over the prefix 80840. */
function toNpi(nine: number): string {
  const body = `1${String(nine).slice(1)}`;
  const digits = [...`80840${body}`].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const weighted = place % 2 === 0 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return `${body}${String((10 - (sum % 10)) % 10)}`;
}
