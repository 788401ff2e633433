import type { Document } from '@handover/contract/documents/documents.ts';
import type { BusinessLegalHold } from '@handover/contract/documents/legal-holds.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { recordActivity } from '#platform/activities.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize, documentPolicy } from '../documents.policy.ts';
import { presentDocument } from '../documents.presenter.ts';
import { lockDocument, type DocumentRow } from '../documents.queries.ts';
import { findReadableDocument, publish, recordChange, requireFiledRecord } from '../documents.service.ts';
import { presentLegalHold } from './legal-holds.ts';
import {
  findLegalHold,
  insertLegalHold,
  liftLegalHold,
  type LegalHoldSubject,
} from './legal-holds.queries.ts';

type OnRecord = { readonly records: Records; readonly id: string };

/** Places a hold on a document, in the trash or not. Throws NOT_FOUND, CONFLICT if there is one already. */
export async function placeDocumentLegalHold(
  work: Work,
  actor: Member,
  { records, id, reason }: OnRecord & { reason: string },
): Promise<Document> {
  const row = await lockHoldable(work, actor, { records, id });
  await placeLegalHold(work, actor, { subject: { column: 'document_id', id }, reason });
  return publishAndReload(work, actor, { records, row, type: 'document.held' });
}

/** Throws NOT_FOUND without a hold on the document itself. */
export async function liftDocumentLegalHold(
  work: Work,
  actor: Member,
  { records, id }: OnRecord,
): Promise<Document> {
  const row = await lockHoldable(work, actor, { records, id });
  await lift(work, actor, { column: 'document_id', id });
  return publishAndReload(work, actor, { records, row, type: 'document.hold_lifted' });
}

/** The hold on a business that the member may read. Throws NOT_FOUND. */
export async function getBusinessLegalHold(
  work: Work,
  actor: Member,
  { records, id }: OnRecord,
): Promise<BusinessLegalHold> {
  await requireFiledRecord(work.db, actor, { records, recordType: 'business', recordId: id, active: false });
  const { workspaceId } = actor;
  const legalHold = await findLegalHold(work.db, { workspaceId, subject: { column: 'business_id', id } });
  return {
    legalHold: legalHold === null ? null : presentLegalHold(legalHold),
    canPlaceLegalHold: documentPolicy.canAny(actor, 'document:hold'),
  };
}

/**
 * Places a hold on all current and future documents of a business. Throws NOT_FOUND, CONFLICT if there is one already.
 */
export async function placeBusinessLegalHold(
  work: Work,
  actor: Member,
  { records, id, reason }: OnRecord & { reason: string },
): Promise<BusinessLegalHold> {
  await requireFiledRecord(work.db, actor, { records, recordType: 'business', recordId: id, active: false });
  await placeLegalHold(work, actor, { subject: { column: 'business_id', id }, reason });
  await publishBusinessChange(work, actor, { businessId: id, type: 'business.held' });
  return getBusinessLegalHold(work, actor, { records, id });
}

/** Throws NOT_FOUND without a hold on the business. */
export async function liftBusinessLegalHold(
  work: Work,
  actor: Member,
  { records, id }: OnRecord,
): Promise<BusinessLegalHold> {
  await requireFiledRecord(work.db, actor, { records, recordType: 'business', recordId: id, active: false });
  await lift(work, actor, { column: 'business_id', id });
  await publishBusinessChange(work, actor, { businessId: id, type: 'business.hold_lifted' });
  return getBusinessLegalHold(work, actor, { records, id });
}

async function lockHoldable(work: Work, actor: Member, { records, id }: OnRecord): Promise<DocumentRow> {
  await lockDocument(work.db, { workspaceId: actor.workspaceId, documentId: id });
  return authorize(actor, 'document:hold', await findReadableDocument(work.db, actor, { records, id }));
}

async function placeLegalHold(
  work: Work,
  { workspaceId, userId }: Member,
  { subject, reason }: { subject: LegalHoldSubject; reason: string },
): Promise<void> {
  const legalHold = { workspaceId, subject, reason, placedBy: userId, now: work.now };
  if (!(await insertLegalHold(work.db, legalHold)))
    throw new AppError('CONFLICT', 'There is already a legal hold. Lift it before placing another one.');
  work.audit({ reason });
}

async function lift(work: Work, { workspaceId, userId }: Member, subject: LegalHoldSubject): Promise<void> {
  const legalHold = await findLegalHold(work.db, { workspaceId, subject });
  const lifted = { workspaceId, subject, liftedBy: userId, now: work.now };
  if (legalHold === null || !(await liftLegalHold(work.db, lifted))) throw notFound('legal hold');
  work.audit({ reason: legalHold.reason });
}

async function publishAndReload(
  work: Work,
  actor: Member,
  {
    records,
    row,
    type,
  }: { records: Records; row: DocumentRow; type: 'document.held' | 'document.hold_lifted' },
): Promise<Document> {
  await recordChange(work, actor, { row, type });
  publish(work, actor, { row, isForClient: false });
  return presentDocument(actor, await findReadableDocument(work.db, actor, { records, id: row.id }));
}

async function publishBusinessChange(
  work: Work,
  { workspaceId, userId }: Member,
  { businessId, type }: { businessId: string; type: 'business.held' | 'business.hold_lifted' },
): Promise<void> {
  await recordActivity(work, {
    workspaceId,
    actorId: userId,
    customerId: null,
    businessId,
    type,
    subject: { kind: 'business', id: businessId },
  });
  work.publish({ workspaceId, noun: 'business', id: businessId, businessId });
  work.publish({ workspaceId, noun: 'document', id: workspaceId });
}
