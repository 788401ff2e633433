import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { adminItem, adminOnly, everyone, list, member, row, staffRecord } from '../statuses.ts';

const toPath = (id: string | undefined): string => `/agreements/${id ?? ''}`;
const signature = {
  textSha256: 'a'.repeat(64),
  hasConsented: true,
  signature: { kind: 'typed', name: 'Mark Signer' },
};
const link = { token: 'x'.repeat(43) };
/** No one signs for a buyer: the fixture's NDA was sent to a buyer without a login. */
const ownRecord = row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404);

export const rows: RecordRows = {
  expected: {
    listAgreements: list(200),
    countAgreements: list(200),
    exportAgreements: list(201),
    sendAgreement: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 404, 403, 404, 201, 201),
    getAgreement: staffRecord(200),
    recordPaperAgreement: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 404, 403, 404, 201, 201),
    sendAgreementLink: staffRecord(200),
    revokeAgreement: staffRecord(200),
    renewAgreement: staffRecord(403),
    // The fixture's NDA is not signed, so there is no PDF to open.
    openAgreementPdf: staffRecord(422),
    listOwnAgreements: member(200),
    signOwnAgreement: ownRecord,
    declineOwnAgreement: ownRecord,
    openSigning: everyone(410),
    sendSigningCode: everyone(410),
    startSigningSession: everyone(410),
    signByLink: everyone(410),
    declineByLink: everyone(410),
    downloadByLink: everyone(410),
    listAgreementTemplates: list(200),
    createAgreementTemplate: adminOnly(201),
    updateAgreementTemplate: adminItem(200),
  },
  requests: {
    listAgreements: () => ({ path: '/agreements?q=zebrafish' }),
    countAgreements: () => ({ path: '/agreements/total?q=zebrafish' }),
    exportAgreements: () => ({ path: '/agreements/export', body: { filter: {} } }),
    sendAgreement: ({ customerId, businessId, templateRecordId }) => ({
      path: '/agreements',
      body: { customerId, templateId: templateRecordId, businessIds: [businessId], delivery: 'link' },
    }),
    getAgreement: ({ agreementRecordId }) => ({ path: toPath(agreementRecordId) }),
    recordPaperAgreement: ({ customerId, businessId }) => ({
      path: `/agreements/paper?name=nda.pdf&customerId=${customerId}&businessIds=${businessId}&signerName=Sam&signedOn=2026-01-31`,
      bytes: '%PDF-1.7 signed',
    }),
    sendAgreementLink: ({ agreementRecordId }) => ({
      path: `${toPath(agreementRecordId)}/link`,
      body: { delivery: 'link' },
    }),
    revokeAgreement: ({ agreementRecordId }) => ({ path: `${toPath(agreementRecordId)}/revoke` }),
    renewAgreement: ({ agreementRecordId }) => ({
      path: `${toPath(agreementRecordId)}/renew`,
      body: { delivery: 'link' },
    }),
    openAgreementPdf: ({ agreementRecordId }) => ({ path: `${toPath(agreementRecordId)}/ticket` }),
    listOwnAgreements: () => ({ path: '/own-agreements' }),
    signOwnAgreement: ({ agreementRecordId }) => ({
      path: `/own-agreements/${agreementRecordId ?? ''}/sign`,
      body: signature,
    }),
    declineOwnAgreement: ({ agreementRecordId }) => ({
      path: `/own-agreements/${agreementRecordId ?? ''}/decline`,
      body: {},
    }),
    openSigning: () => ({ path: '/signing/open', body: link }),
    sendSigningCode: () => ({ path: '/signing/code', body: link }),
    startSigningSession: () => ({ path: '/signing/session', body: { ...link, code: '123456' } }),
    signByLink: () => ({ path: '/signing/sign', body: { ...link, ...signature } }),
    declineByLink: () => ({ path: '/signing/decline', body: link }),
    downloadByLink: () => ({ path: '/signing/pdf', body: link }),
    listAgreementTemplates: () => ({ path: '/agreement-templates' }),
    createAgreementTemplate: () => ({
      path: '/agreement-templates',
      body: { name: `NDA ${marker}`, title: 'NDA', text: 'Text', validMonths: 12 },
    }),
    updateAgreementTemplate: ({ templateRecordId }) => ({
      path: `/agreement-templates/${templateRecordId ?? ''}`,
      body: { version: 1, name: `NDA ${marker}` },
    }),
  },
  makers: {
    templateRecordId: async ({ admin }) => (await admin.get('/agreement-templates')).body.templates[0].id,
    agreementRecordId: async ({ admin, businessId }) => {
      const { templates } = (await admin.get('/agreement-templates')).body;
      const buyer = await admin.post('/users', { name: `Signer ${marker}`, brokerId: admin.userId });
      const { body } = await admin.post('/agreements', {
        customerId: buyer.body.user.id,
        templateId: templates[0].id,
        businessIds: [businessId],
        delivery: 'link',
      });
      return body.agreement.id;
    },
  },
};
