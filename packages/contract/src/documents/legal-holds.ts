import * as z from 'zod/mini';
import { id, idParams, multiline, page, paging } from '../http/common.ts';
import { document, documentLegalHold } from './documents.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

const named = z.object({ id, name: z.string() });

/** An active hold, on a document or on everything of a business. */
export const legalHold = z.extend(documentLegalHold, {
  document: z.nullable(named),
  business: z.nullable(named),
  /** The number of documents currently under the hold. */
  documentCount: z.int(),
});
export type LegalHold = z.infer<typeof legalHold>;

const admin = member('ADMIN');
const body = z.strictObject({ reason: multiline(500) });
const oneDocument = z.object({ document });

export const listLegalHolds = defineEndpoint({
  method: 'GET',
  path: '/legal-holds',
  summary: 'Get the active legal holds of the workspace, newest first',
  access: admin,
  status: 200,
  query: z.strictObject({ ...paging }),
  response: z.object({ legalHolds: z.array(legalHold), ...page }),
});
export const placeDocumentLegalHold = defineEndpoint({
  method: 'POST',
  path: '/documents/{id}/legal-hold',
  summary:
    'Place a legal hold on a document: the document and its versions cannot be deleted until the hold is lifted',
  access: admin,
  status: 201,
  params: idParams,
  body,
  response: oneDocument,
});
export const liftDocumentLegalHold = defineEndpoint({
  method: 'DELETE',
  path: '/documents/{id}/legal-hold',
  summary: 'Lift the legal hold on a document; a hold on its business remains',
  access: admin,
  status: 200,
  params: idParams,
  response: oneDocument,
});

/** The legal hold on the documents of a business, and whether the caller may change it. */
const oneBusiness = z.object({ legalHold: z.nullable(documentLegalHold), canPlaceLegalHold: z.boolean() });
export type BusinessLegalHold = z.infer<typeof oneBusiness>;

export const getBusinessLegalHold = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/legal-hold',
  summary: 'Get the legal hold on a business, if there is one',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  response: oneBusiness,
});
export const placeBusinessLegalHold = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/legal-hold',
  summary:
    'Place a legal hold on all documents of a business, its deals, and its data room, including later ones',
  access: admin,
  status: 201,
  params: idParams,
  body,
  response: oneBusiness,
});
export const liftBusinessLegalHold = defineEndpoint({
  method: 'DELETE',
  path: '/businesses/{id}/legal-hold',
  summary: 'Lift the legal hold on a business; holds on single documents remain',
  access: admin,
  status: 200,
  params: idParams,
  response: oneBusiness,
});
