import { isLargeCity } from '@handover/domain/leak-check/words.ts';
import type { IdentifyingFacts } from '@handover/domain/leak-check/leak-check.ts';
import type { ProfileFacts } from '@handover/domain/profiles/profile-template.ts';
import { usStateCode, usStates } from '@handover/domain/us-states.ts';
import type { Db } from '#db/client.ts';
import { listRecastYears } from '#features/businesses/businesses.public.ts';

type Of = { readonly workspaceId: string; readonly businessId: string };

/** What the template shows of a business. */
export async function getProfileFacts(db: Db, of: Of): Promise<ProfileFacts> {
  const row = await db
    .selectFrom('businesses')
    .select([
      'type',
      'name',
      'public_title',
      'region',
      'city',
      'listing_number',
      'asking_price_cents',
      'currency',
      'lease_end',
      'revenue_cents',
      'sde_cents',
      'ebitda_cents',
    ])
    .where('workspace_id', '=', of.workspaceId)
    .where('id', '=', of.businessId)
    .executeTakeFirstOrThrow();
  const years = await listRecastYears(db, of);
  const stateCode = row.region === null ? null : usStateCode(row.region);
  return {
    type: row.type,
    name: row.name,
    publicTitle: row.public_title,
    stateName: stateCode === null ? row.region : (usStates[stateCode] ?? null),
    city: row.city,
    listingNumber: row.listing_number,
    askingPriceCents: row.asking_price_cents,
    currency: row.currency,
    leaseEnd: row.lease_end,
    revenueCents: row.revenue_cents,
    sdeCents: row.sde_cents,
    ebitdaCents: row.ebitda_cents,
    years: years.map(({ basis, lines, sdeCents, adjustedEbitdaCents }) => ({
      label: basis === 'ttm' ? 'last twelve months' : String(basis),
      revenueCents: lines.revenue ?? 0,
      sdeCents,
      ebitdaCents: adjustedEbitdaCents,
    })),
  };
}

/** What would give a business away: its own data, and that of its owner and contacts. */
export async function getIdentifyingFacts(db: Db, of: Of): Promise<IdentifyingFacts> {
  const business = await db
    .selectFrom('businesses')
    .select(['name', 'city', 'owner_id', 'npi', 'ccn', 'clia', 'dea', 'ein'])
    .where('workspace_id', '=', of.workspaceId)
    .where('id', '=', of.businessId)
    .executeTakeFirstOrThrow();
  const owner = business.owner_id === null ? null : await findOwner(db, of.workspaceId, business.owner_id);
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
  const points = owner?.points ?? [];
  const pointsOf = (kind: string): string[] =>
    points.filter((point) => point.kind === kind).map(({ value }) => value);
  const isCompany = owner?.account_type === 'Corporate';
  return {
    names: present([business.name, owner?.company, isCompany ? owner.name : null]),
    people: present([isCompany ? null : owner?.name, ...contacts.map(({ name }) => name)]),
    streets: present([owner?.address_line1, ...pointsOf('address').map(firstPart)]),
    zips: present([owner?.postal_code]),
    cities: present([business.city, owner?.city]).filter((city) => !isLargeCity(city)),
    phones: present([owner?.phone, ...pointsOf('phone'), ...contacts.map(({ phone }) => phone)]),
    emails: present([owner?.email, ...pointsOf('email'), ...contacts.map(({ email }) => email)]),
    domains: present([owner?.website]),
    numbers: (
      [
        ['npi', business.npi],
        ['npi', owner?.npi],
        ['ccn', business.ccn],
        ['ccn', owner?.ccn],
        ['clia', business.clia],
        ['dea', business.dea],
        ['ein', business.ein],
        ...licenses.map(({ number }) => ['license', number] as const),
      ] as const
    ).flatMap(([kind, value]) => (value == null ? [] : [{ kind, value }])),
  };
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
function firstPart(address: string): string {
  return address.split(/[,\n]/)[0] ?? '';
}

function present(values: readonly (string | null | undefined)[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
}
