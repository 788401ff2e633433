import type { listClientPlans } from '@handover/contract/billing.ts';
import type { CallOf } from '#shared/api/endpoint-call.ts';

// Named by type, so that visitors load no schema library.
export const listPlansCall: CallOf<typeof listClientPlans> = { method: 'GET', path: '/client-plans' };
