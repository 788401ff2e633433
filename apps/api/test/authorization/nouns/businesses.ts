import type { RecordRows } from '../record-rows.ts';
import { adasOwn, list, row } from '../statuses.ts';

export const rows: RecordRows = {
  expected: {
    getBusinessBoard: list(200),
    getBusinessMap: list(200),
    // Owners share their own records; neither their advisors nor staff can do it here.
    listOwnAccessGrants: row(401, 401, 403, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    // Without a mail server, no new person can be invited.
    createOwnAccessGrant: row(401, 401, 403, 422, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    // Only the person who ended it can restore it: Ada.
    restoreAccessGrant: adasOwn(200),
    // The grant was given by staff.
    revokeOwnAccessGrant: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
  },
  requests: {
    getBusinessBoard: () => ({ path: '/businesses/board?type=dental' }),
    getBusinessMap: () => ({ path: '/businesses/map?isOpen=true' }),
    listOwnAccessGrants: ({ businessId }) => ({
      path: `/own-access-grants?recordType=business&recordId=${businessId}`,
    }),
    createOwnAccessGrant: ({ businessId }) => ({
      path: '/own-access-grants',
      body: {
        recordType: 'business',
        recordId: businessId,
        email: 'cpa@advisors.test',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      },
    }),
    restoreAccessGrant: ({ endedGrantId }) => ({ path: `/access-grants/${endedGrantId}/restore` }),
    revokeOwnAccessGrant: ({ grantId }) => ({ path: `/own-access-grants/${grantId}` }),
  },
  makers: {},
};
