import {
  factDefinitions,
  factKeys,
  hasFact,
  payerKeys,
  payers,
} from '@handover/contract/businesses/business-facts.ts';
import { isLargeCity } from '@handover/domain/leak-check/large-cities.ts';
import type { RecastYear } from '@handover/contract/businesses/financials.ts';
import type { IdentifyingFacts } from '@handover/domain/leak-check/leak-check.ts';
import type { ProfileFacts, TypeFact } from '@handover/domain/profiles/profile-template.ts';
import { findStateCode, usStates } from '@handover/domain/us-states.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { BusinessesTable, ContactsTable } from '#db/schema/businesses.ts';
import { listRecastYears } from '#features/businesses/businesses.public.ts';

type BusinessKey = { readonly workspaceId: string; readonly businessId: string };

const profileColumns = [
  'type',
  'name',
  'public_title',
  'region',
  'street',
  'city',
  'postal_code',
  'phone',
  'email',
  'website',
  'listing_number',
  'currency',
  'lease_end',
  'revenue_cents',
  'sde_cents',
  'ebitda_cents',
  'type_facts',
  'payer_mix',
] as const;

/** The business facts that the template shows. */
export async function getProfileFacts(db: Db, of: BusinessKey): Promise<ProfileFacts> {
  const row = await db
    .selectFrom('businesses')
    .select(profileColumns)
    .select(sql<number | null>`coalesce(reduced_price_cents, asking_price_cents)`.as('price_cents'))
    .where('workspace_id', '=', of.workspaceId)
    .where('id', '=', of.businessId)
    .executeTakeFirstOrThrow();
  const years = await listRecastYears(db, of);
  const mix = row.payer_mix;
  const stateCode = row.region === null ? null : findStateCode(row.region);
  return {
    type: row.type,
    name: row.name,
    publicTitle: row.public_title,
    stateName: stateCode === null ? row.region : (usStates[stateCode] ?? null),
    street: row.street,
    city: row.city,
    postalCode: row.postal_code,
    phone: row.phone,
    email: row.email,
    website: row.website,
    listingNumber: row.listing_number,
    askingPriceCents: row.price_cents,
    currency: row.currency,
    leaseEnd: row.lease_end,
    revenueCents: row.revenue_cents,
    sdeCents: row.sde_cents,
    ebitdaCents: row.ebitda_cents,
    years: years.map(
      ({ basis, lastMonth, lines, sdeCents, adjustedEbitdaCents, isOwnerReplaced, unprovenCount }) => ({
        label: basis === 'ttm' ? `Twelve months through ${formatMonth(lastMonth)}` : String(basis),
        revenueCents: lines.revenue ?? 0,
        sdeCents,
        ebitdaCents: adjustedEbitdaCents,
        isOwnerReplaced,
        unprovenCount,
      }),
    ),
    typeFacts: listTypeFacts(row),
    payerMix: mix === null ? [] : payerKeys.map((payer) => ({ name: payers[payer], percent: mix[payer] })),
  };
}

/** "June 2026". */
function formatMonth(period: RecastYear['lastMonth']): string {
  if (period?.month == null) return '';
  const day = new Date(Date.UTC(period.year, period.month - 1));
  return day.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Facts of the type that are known, in the order of the record. */
function listTypeFacts({
  type,
  type_facts: facts,
}: Pick<Selectable<BusinessesTable>, 'type' | 'type_facts'>): TypeFact[] {
  return factKeys.flatMap((key) => {
    const value = facts[key];
    if (value === undefined || !hasFact(type, key)) return [];
    const definition = factDefinitions[key];
    const { label, kind } = definition;
    const text = definition.kind === 'choice' ? (definition.choices[String(value)] ?? value) : value;
    return [{ label, kind, value: text }];
  });
}

/** Text that would reveal a business: its own data, and its owner's and contacts'. */
export async function getIdentifyingFacts(db: Db, of: BusinessKey): Promise<IdentifyingFacts> {
  const business = await db
    .selectFrom('businesses')
    .select(['name', 'street', 'city', 'region', 'postal_code', 'phone', 'email', 'website'])
    .select(['owner_id', 'npi', 'ccn', 'clia', 'dea', 'ein', 'type_facts'])
    .where('workspace_id', '=', of.workspaceId)
    .where('id', '=', of.businessId)
    .executeTakeFirstOrThrow();
  const owners = await listOwners(db, of, business.owner_id);
  const contacts = await db
    .selectFrom('contacts')
    .select(['name', 'company', 'email', 'phone', 'role'])
    .where('workspace_id', '=', of.workspaceId)
    .where('business_id', '=', of.businessId)
    .where('deleted_at', 'is', null)
    .limit(200)
    .execute();
  const licenses = await db
    .selectFrom('licenses')
    .select('number')
    .where('workspace_id', '=', of.workspaceId)
    .where('business_id', '=', of.businessId)
    .execute();
  return createIdentifyingFacts({ business, owners, contacts, licenses });
}

type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;
type Sources = {
  readonly business: Pick<
    Selectable<BusinessesTable>,
    | 'name'
    | 'street'
    | 'city'
    | 'region'
    | 'postal_code'
    | 'phone'
    | 'email'
    | 'website'
    | 'npi'
    | 'ccn'
    | 'clia'
    | 'dea'
    | 'ein'
    | 'type_facts'
  >;
  readonly owners: readonly Owner[];
  readonly contacts: readonly Pick<Selectable<ContactsTable>, 'name' | 'company' | 'email' | 'phone'>[];
  readonly licenses: readonly { readonly number: string }[];
};

function createIdentifyingFacts({ business, owners, contacts, licenses }: Sources): IdentifyingFacts {
  const points = owners.flatMap((owner) => owner.points);
  const pointsOf = (kind: string): string[] =>
    points.filter((point) => point.kind === kind).map(({ value }) => value);
  const companies = owners.filter((owner) => owner.account_type === 'Corporate');
  const persons = owners.filter((owner) => owner.account_type !== 'Corporate');
  return {
    names: present([
      business.name,
      ...owners.map(({ company }) => company),
      ...companies.map(({ name }) => name),
      ...contacts.map(({ company }) => company),
    ]),
    people: present([
      ...persons.map(({ name }) => name),
      ...contacts.map(({ name }) => name),
      String(business.type_facts.medicalDirector ?? ''),
    ]),
    streets: present([
      business.street,
      ...owners.map(({ address_line1: street }) => street),
      ...pointsOf('address').map(getFirstPart),
    ]),
    zips: present([business.postal_code, ...owners.map(({ postal_code: zip }) => zip)]),
    cities: present(
      [business, ...owners].map(({ city, region }) =>
        city === null || isLargeCity(city, region) ? null : city,
      ),
    ),
    phones: present([
      business.phone,
      ...owners.map(({ phone }) => phone),
      ...pointsOf('phone'),
      ...contacts.map(({ phone }) => phone),
    ]),
    emails: present([
      business.email,
      ...owners.map(({ email }) => email),
      ...pointsOf('email'),
      ...contacts.map(({ email }) => email),
    ]),
    domains: present([business.website, ...owners.map(({ website }) => website)]),
    numbers: getNumbers({ business, owners, licenses }),
  };
}

function getNumbers({
  business,
  owners,
  licenses,
}: Omit<Sources, 'contacts'>): NonNullable<IdentifyingFacts['numbers']> {
  return (
    [
      ['npi', business.npi],
      ...owners.map(({ npi }) => ['npi', npi] as const),
      ['ccn', business.ccn],
      ...owners.map(({ ccn }) => ['ccn', ccn] as const),
      ['clia', business.clia],
      ['dea', business.dea],
      ['ein', business.ein],
      ...licenses.map(({ number }) => ['license', number] as const),
    ] as const
  ).flatMap(([kind, value]) => (value == null ? [] : [{ kind, value }]));
}

/** All owners of a business with their further contact points. */
async function listOwners(db: Db, { workspaceId, businessId }: BusinessKey, mainId: string | null) {
  const others = await db
    .selectFrom('business_co_owners')
    .select('customer_id')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .execute();
  const ids = [...(mainId === null ? [] : [mainId]), ...others.map(({ customer_id: id }) => id)];
  const owners = await Promise.all(ids.map((id) => findOwner(db, workspaceId, id)));
  return owners.filter((owner) => owner !== null);
}

async function findOwner(db: Db, workspaceId: string, customerId: string) {
  const row = await db
    .selectFrom('customers')
    .select([
      'name',
      'company',
      'account_type',
      'email',
      'phone',
      'website',
      'address_line1',
      'postal_code',
      'city',
      'region',
      'npi',
      'ccn',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const points = await db
    .selectFrom('customer_contact_points')
    .select(['kind', 'value'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute();
  return { ...row, points };
}

/** The street of an address in one line. */
function getFirstPart(address: string): string {
  return address.split(/[,\n]/)[0] ?? '';
}

function present(values: readonly (string | null | undefined)[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
}
