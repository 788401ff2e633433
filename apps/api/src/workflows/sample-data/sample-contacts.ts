import type { CreateContact } from '@handover/contract/customers/contacts.ts';
import { createContact } from '#features/contacts/contacts.service.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { backdate, type SampleBusiness } from './sample-businesses.ts';

type SampleContact = Omit<CreateContact, 'businessId'>;

/** Businesses for sale have one or two of them, in turn. */
const contacts: readonly SampleContact[] = [
  {
    name: 'Dana Whitfield',
    role: 'accountant',
    company: 'Whitfield & Crane CPAs',
    email: 'dana@whitfieldcrane.example',
    phone: '(617) 555-0142',
    notes: 'Prepares the returns and the monthly statements.',
  },
  {
    name: 'Marcus Oyelaran',
    role: 'attorney',
    company: 'Oyelaran Health Law',
    email: 'marcus@oyelaranlaw.example',
    phone: '(312) 555-0177',
    notes: 'Reviews the purchase agreement and the lease assignment.',
  },
  {
    name: 'Priya Raman',
    role: 'office_manager',
    email: 'priya.raman@frontdesk.example',
    phone: '(216) 555-0119',
    notes: 'Knows about the sale. Call after 5 p.m. only.',
  },
  {
    name: 'Glenn Sorensen',
    role: 'landlord',
    company: 'Sorensen Properties',
    phone: '(503) 555-0164',
    notes: 'Must consent to the assignment of the lease.',
  },
  {
    name: 'Teresa Villanueva',
    role: 'lender',
    company: 'First Harbor Bank, SBA lending',
    email: 'tvillanueva@firstharbor.example',
    phone: '(404) 555-0138',
  },
];

const maxBusinesses = 8;

/** The accountants, attorneys, and others of some businesses that are for sale. */
export async function writeSampleContacts(
  work: Work,
  { broker, businesses }: { broker: Member; businesses: readonly SampleBusiness[] },
): Promise<void> {
  const forSale = businesses.filter(({ stage }) => ['on_market', 'under_offer'].includes(stage));
  for (const [index, { id: businessId }] of forSale.slice(0, maxBusinesses).entries()) {
    const chosen = [
      contacts[index % contacts.length],
      index % 2 === 0 ? contacts[(index + 2) % contacts.length] : undefined,
    ];
    for (const contact of chosen)
      if (contact !== undefined)
        await createContact(backdate(work, -30 + index), broker, { ...contact, businessId });
  }
}
