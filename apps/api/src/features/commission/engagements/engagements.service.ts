import { toCalendarDate } from '@handover/domain/local-time.ts';
import { isUnsold, type ClosedStage } from '@handover/contract/businesses/business-stages.ts';
import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type {
  addProtectedBuyer,
  endEngagementLetter,
  EngagementInput,
  EngagementLetter,
  ProtectedBuyer,
  signEngagementLetter,
  updateEngagementLetter,
} from '@handover/contract/businesses/engagement-letters.ts';
import { findTailEnd } from '@handover/domain/commission/tail.ts';
import type { Updateable } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { EngagementLettersTable } from '#db/schema/commission.ts';
import { getActiveBusiness, getBusinessRef } from '#features/businesses/businesses.public.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';
import { checkNotAhead } from '#lib/clock.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import { assertStaffMember } from '#platform/session/session.queries.ts';
import { isRecordFile } from '#platform/records/files.queries.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from './engagements.policy.ts';
import { toEngagementInput, presentLetter } from './engagements.presenter.ts';
import {
  deleteDraft,
  findLetter,
  findLetterInForce,
  hasLetter,
  insertLetter,
  listLetters,
  updateLetter,
  type LetterRow,
} from './engagements.queries.ts';
import {
  deleteProtectedBuyer,
  hasProtectedBuyer,
  insertProtectedBuyer,
  listProtectedBuyers,
} from './protected-buyers.queries.ts';

type Engagement = {
  engagementLetters: EngagementLetter[];
  protectedBuyers: ProtectedBuyer[];
  tailEndsOn: string | null;
};

/** Letters, protected buyers, and the end of the tail of a business. Throws NOT_FOUND. */
export async function getEngagement(work: Work, actor: Member, id: string): Promise<Engagement> {
  const { id: businessId } = await getBusinessRef(work.db, actor, id);
  const key = { workspaceId: actor.workspaceId, businessId };
  const letter = await findLetterInForce(work.db, key);
  return {
    engagementLetters: (await listLetters(work.db, key)).map((row) => presentLetter(actor, row)),
    protectedBuyers: letter === null ? [] : await loadProtectedBuyers(work, actor, letter),
    tailEndsOn: letter === null ? null : findTailEnd(getTerm(letter)),
  };
}

/** Throws NOT_FOUND, RULE_BROKEN for a second draft, INVALID_INPUT. */
export async function createLetter(
  work: Work,
  actor: Member,
  { businessId, input }: { businessId: string; input: EngagementInput },
): Promise<EngagementLetter> {
  const { workspaceId } = actor;
  await getActiveBusiness(work.db, actor, businessId);
  await checkInput(work, actor, { businessId, input });
  if (await hasLetter(work.db, { workspaceId, businessId, status: 'draft' }))
    throw new AppError('RULE_BROKEN', 'This business already has a draft. Edit or delete it.');
  const id = newId();
  await insertLetter(work.db, {
    workspace_id: workspaceId,
    id,
    business_id: businessId,
    ...toColumns(input),
    signed_on: null,
    ended_on: null,
    end_reason: null,
    created_at: work.now,
  });
  return publishAndReload(work, actor, { letterId: id, type: 'business.engagement_drafted' });
}

/**
 * Once a letter is signed, only the signed file can change; administrators can also change brokers, splits, and
 * retainers. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN for other changes, INVALID_INPUT, STALE_VERSION with the current
 * letter.
 */
export async function changeLetter(
  work: Work,
  actor: Member,
  {
    letterId,
    input: { version, ...input },
  }: { letterId: string; input: BodyOf<typeof updateEngagementLetter> },
): Promise<EngagementLetter> {
  const before = await loadLetter(work, actor, letterId);
  if (version !== before.version) throw staleVersion(presentLetter(actor, before));
  const stored = toEngagementInput(before);
  await checkInput(work, actor, { businessId: before.business_id, input, stored });
  const changed = listKeys(input).filter((field) => !isDeepStrictEqual(input[field], stored[field]));
  if (before.status !== 'draft' && changed.some((field) => !changeableLater.includes(field)))
    throw new AppError(
      'RULE_BROKEN',
      'The terms of a signed letter cannot change. End it and draft a new one.',
    );
  if (changed.some((field) => shareFields.includes(field))) authorize(actor, 'letter:share', before);
  const valuesOf = (values: EngagementInput) =>
    Object.fromEntries(changed.map((field) => [field, values[field]]));
  work.audit({ from: valuesOf(stored), to: valuesOf(input) });
  return write(work, actor, { before, version, change: toColumns(input), type: null });
}

/** Throws NOT_FOUND, RULE_BROKEN, INVALID_INPUT for a future date, STALE_VERSION. */
export async function signLetter(
  work: Work,
  actor: Member,
  {
    letterId,
    input: { version, signedOn },
  }: { letterId: string; input: BodyOf<typeof signEngagementLetter> },
): Promise<EngagementLetter> {
  const before = await loadLetter(work, actor, letterId);
  if (before.status !== 'draft') throw new AppError('RULE_BROKEN', 'This letter is already signed.');
  checkNotAhead(work, actor, { path: 'signedOn', date: signedOn });
  const current = {
    workspaceId: actor.workspaceId,
    businessId: before.business_id,
    status: 'signed' as const,
  };
  if (await hasLetter(work.db, current))
    throw new AppError('RULE_BROKEN', 'This business already has a signed letter. End it first.');
  const change = { status: 'signed', signed_on: signedOn } as const;
  return write(work, actor, { before, version, change, type: 'business.engagement_signed' });
}

/** Throws NOT_FOUND, RULE_BROKEN, INVALID_INPUT for a date outside of the term, STALE_VERSION. */
export async function endLetter(
  work: Work,
  actor: Member,
  { letterId, input }: { letterId: string; input: BodyOf<typeof endEngagementLetter> },
): Promise<EngagementLetter> {
  const { version, endedOn, reason } = input;
  const before = await loadLetter(work, actor, letterId);
  if (before.status !== 'signed') throw new AppError('RULE_BROKEN', 'Only a signed letter can be ended.');
  if (endedOn < before.starts_on) throw invalidField('endedOn', 'Must not be before the start');
  if (before.ends_on !== null && endedOn > before.ends_on)
    throw invalidField('endedOn', 'Must not be after the end of the term');
  const change = { status: 'ended', ended_on: endedOn, end_reason: reason } as const;
  return write(work, actor, { before, version, change, type: 'business.engagement_ended' });
}

const endReasonLabels = {
  withdrawn: 'The business was withdrawn',
  expired: 'The listing expired',
} as const;

/** Ends the open-ended letter of a business that is withdrawn or expires; a letter with a last day runs until then. */
export async function endOpenLetter(
  work: Work,
  actor: Member,
  { businessId, stage }: { businessId: string; stage: ClosedStage },
): Promise<void> {
  if (!isUnsold(stage)) return;
  const { workspaceId, timeZone } = actor;
  const letter = await findLetterInForce(work.db, { workspaceId, businessId });
  if (letter === null || letter.status !== 'signed' || letter.ends_on !== null) return;
  const { id: letterId, version, starts_on: startsOn } = letter;
  const today = toCalendarDate(work.now, timeZone);
  const endedOn = today < startsOn ? startsOn : today;
  await endLetter(work, actor, { letterId, input: { version, endedOn, reason: endReasonLabels[stage] } });
}

/** Throws NOT_FOUND, RULE_BROKEN for a signed letter. */
export async function removeLetter(work: Work, actor: Member, letterId: string): Promise<void> {
  const { workspaceId } = actor;
  const { business_id: businessId } = await loadLetter(work, actor, letterId);
  if (!(await deleteDraft(work.db, { workspaceId, letterId })))
    throw new AppError('RULE_BROKEN', 'Only a draft can be deleted.');
  work.publish({ workspaceId, noun: 'business', id: businessId });
}

type BusinessBuyer = { readonly businessId: string; readonly buyerId: string };

/** Throws NOT_FOUND, RULE_BROKEN without a signed letter, INVALID_INPUT, CONFLICT for a buyer added before under it. */
export async function protectBuyer(
  work: Work,
  actor: Member,
  { businessId, input }: { businessId: string; input: BodyOf<typeof addProtectedBuyer> },
): Promise<ProtectedBuyer[]> {
  const { workspaceId } = actor;
  const { buyerId, introducedOn, note } = input;
  await getActiveBusiness(work.db, actor, businessId);
  const letter = await findLetterInForce(work.db, { workspaceId, businessId });
  if (letter === null) throw new AppError('RULE_BROKEN', 'Record a signed engagement letter first.');
  const { startsOn, endsOn } = getTerm(letter);
  const added = { workspaceId, businessId, buyerId, startsOn, endsOn };
  if (introducedOn < startsOn || (endsOn !== null && introducedOn > endsOn))
    throw invalidField('introducedOn', 'Outside the term of the letter');
  checkNotAhead(work, actor, { path: 'introducedOn', date: introducedOn });
  await getActiveCustomer(work.db, actor, buyerId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw invalidField('buyerId', 'You do not have access to this customer');
    throw error;
  });
  if (await hasProtectedBuyer(work.db, added))
    throw new AppError('CONFLICT', 'This buyer is already on the protected list.');
  await insertProtectedBuyer(work.db, {
    workspace_id: workspaceId,
    id: newId(),
    business_id: businessId,
    customer_id: buyerId,
    introduced_on: introducedOn,
    note,
    created_by: actor.userId,
    created_at: work.now,
  });
  work.publish({ workspaceId, noun: 'business', id: businessId });
  return loadProtectedBuyers(work, actor, letter);
}

/** Throws NOT_FOUND for a buyer who was not added by hand under the letter in force. */
export async function unprotectBuyer(
  work: Work,
  actor: Member,
  { businessId, buyerId }: BusinessBuyer,
): Promise<void> {
  const { workspaceId } = actor;
  await getActiveBusiness(work.db, actor, businessId);
  const letter = await findLetterInForce(work.db, { workspaceId, businessId });
  const isRemoved =
    letter !== null &&
    (await deleteProtectedBuyer(work.db, { workspaceId, businessId, buyerId, ...getTerm(letter) }));
  if (!isRemoved) throw notFound('protected buyer');
  work.publish({ workspaceId, noun: 'business', id: businessId });
}

/** Buyers introduced during the term of a letter. */
export function loadProtectedBuyers(
  { db }: Pick<Work, 'db'>,
  { workspaceId, timeZone }: Pick<Member, 'workspaceId' | 'timeZone'>,
  letter: LetterRow,
): Promise<ProtectedBuyer[]> {
  return listProtectedBuyers(db, {
    workspaceId,
    timeZone,
    businessId: letter.business_id,
    ...getTerm(letter),
  });
}

/** The term of a letter; a letter terminated early ends on that day. */
export function getTerm(row: LetterRow): { startsOn: string; endsOn: string | null; tailMonths: number } {
  return { startsOn: row.starts_on, endsOn: row.ended_on ?? row.ends_on, tailMonths: row.tail_months };
}

const brokerFields = ['brokerId', 'coBrokerId'] as const;
type BrokerField = (typeof brokerFields)[number];

/** The split of a commission, for administrators once the letter is signed. */
const shareFields: readonly (keyof EngagementInput)[] = [...brokerFields, 'retainers', 'splits'];
const changeableLater: readonly (keyof EngagementInput)[] = [...shareFields, 'documentId'];

function toColumns(input: EngagementInput) {
  return {
    fee_table_name: input.feeTableName,
    steps: JSON.stringify(input.steps),
    minimum_fee_cents: input.minimumFeeCents,
    counted_parts: input.countedParts,
    starts_on: input.startsOn,
    ends_on: input.endsOn,
    tail_months: input.tailMonths,
    carve_outs: input.carveOuts,
    broker_id: input.brokerId,
    co_broker_id: input.coBrokerId,
    retainers: JSON.stringify(input.retainers),
    splits: JSON.stringify(input.splits),
    document_id: input.documentId,
  };
}

function listKeys<T extends object>(value: T): (keyof T & string)[] {
  return Object.keys(value).filter((key): key is keyof T & string => key in value);
}

async function loadLetter(work: Work, actor: Member, letterId: string): Promise<LetterRow> {
  const row = await findLetter(work.db, { workspaceId: actor.workspaceId, letterId });
  if (row === null) throw notFound('engagement letter');
  await getActiveBusiness(work.db, actor, row.business_id);
  return row;
}

async function checkInput(
  work: Work,
  actor: Member,
  {
    businessId,
    input,
    stored,
  }: { businessId: string; input: EngagementInput; stored?: Pick<EngagementInput, BrokerField> },
): Promise<void> {
  const { workspaceId } = actor;
  const { brokerId, coBrokerId, documentId } = input;
  // A broker who has left since keeps their share.
  for (const path of brokerFields) {
    const userId = input[path];
    if (userId !== stored?.[path]) await assertStaffMember(work.db, workspaceId, { path, userId });
  }
  if (coBrokerId !== null && coBrokerId === brokerId)
    throw invalidField('coBrokerId', 'Choose someone other than the broker');
  if (
    documentId !== null &&
    !(await isRecordFile(work.db, { workspaceId, column: 'business_id', recordId: businessId, documentId }))
  )
    throw invalidField('documentId', 'This file is not on this business');
  for (const [index, { paidOn }] of input.retainers.entries())
    if (paidOn !== null)
      checkNotAhead(work, actor, { path: `retainers.${String(index)}.paidOn`, date: paidOn });
}

async function write(
  work: Work,
  actor: Member,
  {
    before,
    version,
    change,
    type,
  }: {
    before: LetterRow;
    version: number;
    change: Updateable<EngagementLettersTable>;
    type: ActivityType | null;
  },
): Promise<EngagementLetter> {
  const { workspaceId } = actor;
  if (!(await updateLetter(work.db, { workspaceId, letterId: before.id, version, change })))
    throw staleVersion(presentLetter(actor, before));
  return publishAndReload(work, actor, { letterId: before.id, type });
}

async function publishAndReload(
  work: Work,
  actor: Member,
  { letterId, type }: { letterId: string; type: ActivityType | null },
): Promise<EngagementLetter> {
  const { workspaceId } = actor;
  const row = await loadLetter(work, actor, letterId);
  const { business_id: businessId } = row;
  if (type !== null)
    await recordActivity(work, {
      ...byMember(actor, null),
      businessId,
      type,
      subject: { kind: 'business', id: businessId },
    });
  work.publish({ workspaceId, noun: 'business', id: businessId });
  return presentLetter(actor, row);
}
