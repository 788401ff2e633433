import type { Buyer } from '@handover/contract/buyers/buyers.ts';
import { anId } from './records.ts';

const time = '2026-11-20T15:00:00.000Z';

export function aBuyer(changes: Partial<Buyer> = {}): Buyer {
  return {
    id: anId(1),
    customer: { id: anId(2), name: 'Dana Buyer', email: null, phone: null },
    broker: null,
    searches: [],
    eligibilities: [],
    source: null,
    blockedAt: null,
    blockedReason: null,
    proofOfFunds: null,
    sentProof: null,
    confirmedAt: time,
    expiresAt: '2027-05-20T15:00:00.000Z',
    isConfirmed: true,
    currency: 'USD',
    createdAt: time,
    updatedAt: time,
    deletedAt: null,
    version: 3,
    abilities: { canUpdate: true, canManage: true, canDelete: true },
    ...changes,
  };
}
