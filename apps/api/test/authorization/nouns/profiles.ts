import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { everyone, row, staffRecord } from '../statuses.ts';

const toPath = (id: string | undefined): string => `/profiles/${id ?? ''}`;
/** No caller acts for a seller, and none is the buyer of the fixture's deal. */
const nobodys = row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404);
const link = { token: 'x'.repeat(43) };
const sections = [{ heading: 'Overview', text: `A practice ${marker}` }];
const teaser = {
  workspaceId: '00000000-0000-7000-8000-000000000000',
  teaserId: '00000000-0000-7000-8000-000000000000',
};

export const rows: RecordRows = {
  expected: {
    listBusinessProfiles: staffRecord(200),
    createBusinessProfile: staffRecord(201),
    updateBusinessProfile: staffRecord(200),
    // The fixture's texts still have instructions of the template.
    requestApproval: staffRecord(422),
    // No version has been sent.
    releaseProfile: staffRecord(404),
    withdrawProfile: staffRecord(422),
    getProfileVersion: staffRecord(404),
    openProfilePdf: staffRecord(404),
    listProfileViews: staffRecord(200),
    listOwnProfiles: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
    openOwnApproval: nobodys,
    answerOwnApproval: nobodys,
    openCim: nobodys,
    openCimPdf: nobodys,
    openApproving: everyone(410),
    answerByLink: everyone(410),
    openTeaser: everyone(404),
    downloadTeaser: everyone(404),
  },
  requests: {
    listBusinessProfiles: ({ businessId }) => ({ path: `/businesses/${businessId}/profiles` }),
    createBusinessProfile: ({ businessId }) => ({
      path: `/businesses/${businessId}/profiles`,
      body: { kind: 'cim' },
    }),
    updateBusinessProfile: ({ profileRecordId }) => ({
      path: toPath(profileRecordId),
      body: { version: 1, title: 'Practice', sections },
    }),
    requestApproval: ({ profileRecordId }) => ({
      path: `${toPath(profileRecordId)}/approval`,
      body: { version: 1, delivery: 'link' },
    }),
    releaseProfile: ({ profileRecordId }) => ({
      path: `${toPath(profileRecordId)}/release`,
      body: { number: 1 },
    }),
    withdrawProfile: ({ profileRecordId }) => ({ path: `${toPath(profileRecordId)}/withdraw` }),
    getProfileVersion: ({ profileRecordId }) => ({ path: `${toPath(profileRecordId)}/versions/1` }),
    openProfilePdf: ({ profileRecordId }) => ({ path: `${toPath(profileRecordId)}/versions/1/ticket` }),
    listProfileViews: ({ profileRecordId }) => ({ path: `${toPath(profileRecordId)}/views` }),
    listOwnProfiles: () => ({ path: '/own-profiles' }),
    openOwnApproval: ({ profileRecordId }) => ({ path: `/own-profiles/${profileRecordId ?? ''}/open` }),
    answerOwnApproval: ({ profileRecordId }) => ({
      path: `/own-profiles/${profileRecordId ?? ''}/answer`,
      body: { decision: 'approved' },
    }),
    openCim: ({ dealRecordId }) => ({ path: `/deals/${dealRecordId ?? ''}/cim` }),
    openCimPdf: ({ dealRecordId }) => ({ path: `/deals/${dealRecordId ?? ''}/cim/ticket` }),
    openApproving: () => ({ path: '/approving/open', body: link }),
    answerByLink: () => ({
      path: '/approving/answer',
      body: { ...link, name: 'Mark Owner', decision: 'approved' },
    }),
    openTeaser: () => ({ path: '/teasers/open', body: teaser }),
    downloadTeaser: () => ({ path: '/teasers/pdf', body: teaser }),
  },
  makers: {
    profileRecordId: async ({ admin, businessId }) => {
      const { body } = await admin.post(`/businesses/${businessId}/profiles`, { kind: 'teaser' });
      return body.profile.id;
    },
  },
};
