import { findStateCode } from '../us-states.ts';

/** Cities of more than about 100,000 people, by their state. */
const largeCities: Readonly<Record<string, string>> = {
  AL: 'birmingham, huntsville, mobile, montgomery',
  AK: 'anchorage',
  AZ: 'chandler, gilbert, glendale, mesa, phoenix, scottsdale, tempe, tucson',
  AR: 'little rock',
  CA: 'anaheim, bakersfield, chula vista, fremont, fresno, irvine, long beach, los angeles, modesto, oakland, riverside, sacramento, san bernardino, san diego, san francisco, san jose, santa ana, stockton',
  CO: 'aurora, colorado springs, denver',
  CT: 'bridgeport, hartford, new haven, stamford',
  DC: 'washington',
  FL: 'fort lauderdale, hialeah, jacksonville, miami, orlando, saint petersburg, tallahassee, tampa',
  GA: 'atlanta, augusta, columbus, savannah',
  HI: 'honolulu',
  ID: 'boise',
  IL: 'aurora, chicago, rockford',
  IN: 'fort wayne, indianapolis',
  IA: 'cedar rapids, des moines',
  KS: 'kansas city, overland park, topeka, wichita',
  KY: 'lexington, louisville',
  LA: 'baton rouge, new orleans, shreveport',
  MD: 'baltimore',
  MA: 'boston, springfield, worcester',
  MI: 'detroit, grand rapids, lansing',
  MN: 'minneapolis, saint paul',
  MS: 'jackson',
  MO: 'kansas city, saint louis, springfield',
  NE: 'lincoln, omaha',
  NV: 'henderson, las vegas, reno',
  NJ: 'jersey city, newark',
  NM: 'albuquerque',
  NY: 'albany, buffalo, new york, rochester, syracuse, yonkers',
  NC: 'charlotte, durham, fayetteville, greensboro, raleigh, winston salem',
  OH: 'akron, cincinnati, cleveland, columbus, dayton, toledo',
  OK: 'oklahoma city, tulsa',
  OR: 'eugene, portland, salem',
  PA: 'philadelphia, pittsburgh',
  RI: 'providence',
  SC: 'charleston, columbia',
  SD: 'sioux falls',
  TN: 'chattanooga, clarksville, knoxville, memphis, nashville',
  TX: 'amarillo, arlington, austin, corpus christi, dallas, el paso, fort worth, garland, houston, irving, laredo, lubbock, plano, san antonio, tyler, waco',
  UT: 'salt lake city',
  VA: 'alexandria, arlington, chesapeake, norfolk, richmond, virginia beach',
  WA: 'seattle, spokane, tacoma, vancouver',
  WI: 'madison, milwaukee',
};
const byState = new Map(
  Object.entries(largeCities).map(([state, cities]) => [state, new Set(cities.split(', '))] as const),
);

/** Whether a city is too large to identify a business by itself. One of an unknown state is not: Paris, Tennessee. */
export function isLargeCity(name: string, region: string | null): boolean {
  const state = region === null ? null : findStateCode(region);
  const city = name
    .toLowerCase()
    .replace(/^(?:st\.?|ste\.?) /, 'saint ')
    .replace(/^ft\.? /, 'fort ')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  return state !== null && byState.get(state)?.has(city) === true;
}
