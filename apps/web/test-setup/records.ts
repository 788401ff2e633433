import type { Business, BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import type { Customer, CustomerDetail } from '@handover/contract/customers/customers.ts';

const time = '2026-11-20T15:00:00.000Z';

/** A uuid that ends in the number. */
export function anId(number: number): string {
  return `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** A customer as shown in lists. */
export function aCustomer(number: number, changes: Partial<Customer> = {}): Customer {
  return {
    id: anId(number),
    name: `Customer ${String(number)}`,
    email: `customer${String(number)}@example.com`,
    phone: null,
    company: null,
    npi: null,
    ccn: null,
    accountType: 'Individual',
    status: 'active',
    isVerified: false,
    planName: null,
    joiningDate: '2026-01-31',
    avatarUrl: null,
    brokerId: null,
    broker: null,
    tags: [],
    source: null,
    city: null,
    region: null,
    custom: {},
    lastContactAt: null,
    createdAt: time,
    updatedAt: time,
    deletedAt: null,
    version: 1,
    ...changes,
  };
}

/** A customer as shown on its page. */
export function aCustomerDetail(number: number, changes: Partial<CustomerDetail> = {}): CustomerDetail {
  return {
    ...aCustomer(number),
    contactPoints: [],
    lastMergeId: null,
    title: null,
    website: null,
    addressLine1: null,
    addressLine2: null,
    postalCode: null,
    country: null,
    taxonomyCode: null,
    bannedReason: null,
    unsubscribedAt: null,
    login: 'none',
    counts: { notes: 0, openTasks: 0, emails: 0, activities: 0 },
    abilities: {
      canUpdate: true,
      canBan: true,
      canDelete: true,
      canMerge: true,
      canInvite: true,
      canSendEmail: true,
    },
    ...changes,
  };
}

/** A business as shown in lists. */
export function aBusiness(number: number, changes: Partial<Business> = {}): Business {
  return {
    id: anId(number),
    name: `Business ${String(number)}`,
    publicTitle: null,
    type: 'dental',
    stage: 'lead',
    stageEnteredAt: time,
    listingNumber: null,
    askingPriceCents: null,
    reducedPriceCents: null,
    currency: 'USD',
    marketLabel: null,
    revenueCents: null,
    sdeCents: null,
    ebitdaCents: null,
    city: null,
    region: null,
    phone: null,
    coverColor: 'teal',
    owner: null,
    brokerId: null,
    broker: null,
    custom: {},
    createdAt: time,
    updatedAt: time,
    deletedAt: null,
    version: 1,
    ...changes,
  };
}

/** A business as shown on its page. */
export function aBusinessDetail(number: number, changes: Partial<BusinessDetail> = {}): BusinessDetail {
  return {
    ...aBusiness(number),
    stageReason: null,
    endReason: null,
    street: null,
    postalCode: null,
    email: null,
    website: null,
    description: null,
    leaseEnd: null,
    npi: null,
    ccn: null,
    clia: null,
    dea: null,
    ein: null,
    typeFacts: {},
    payerMix: null,
    owners: [],
    asksType: false,
    abilities: { canUpdate: true, canMove: true, canOverride: true, canDelete: true },
    ...changes,
  };
}
