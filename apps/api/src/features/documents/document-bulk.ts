import { bulkInputs, type BulkInputOf } from '@handover/contract/records/bulk.ts';
import { documentAudiences } from '@handover/contract/documents/document-list.ts';
import { attestationVersion } from '@handover/contract/documents/documents.ts';
import * as z from 'zod/mini';
import { invalidField, AppError } from '#lib/errors.ts';
import {
  createBulkRules,
  change,
  reasons,
  skip,
  writeEach,
  type BulkSpec,
  type Change,
  type Plan as PlanOf,
  type UndoInput,
} from '#platform/records/bulk/bulk.ts';
import { createValuePlans } from '#platform/records/bulk/value-plans.ts';
import {
  dropMissingTags,
  findTagObstacle,
  planTags,
  requireTags,
  undoTags,
} from '#platform/records/tags/tag-bulk.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { documentPolicy } from './documents.policy.ts';
import { findDocumentRow, lockDocument, type DocumentRow } from './documents.queries.ts';
import { requireAttestation } from './attestations.queries.ts';
import { changeDocument } from './change-document.ts';
import { listRecordTypesWithFiles, setDocumentDeleted } from './documents.service.ts';
import { requirePlace } from './folders/folders.service.ts';

type Input = BulkInputOf<'document'>;
type Plan = PlanOf<DocumentRow>;

/** The fields that bulk actions change, as the contract names them. */
const values = z.partial(
  z.object({
    folderId: z.nullable(z.string()),
    audience: z.enum(documentAudiences),
    attestation: attestationVersion,
    /** The businesses that it was filed with before a move, for the undo. */
    businessIds: z.array(z.string()),
  }),
);

const plans = createValuePlans({
  operations: { update: 'updateDocument', delete: 'deleteDocument', restore: 'restoreDocument' },
  valuesOf: ({ folder_id: folderId, audience }: DocumentRow): z.infer<typeof values> => ({
    folderId,
    audience,
  }),
});

const rules = createBulkRules(documentPolicy, {
  move: 'document:update',
  setAudience: 'document:update',
  tag: 'document:update',
  untag: 'document:update',
  delete: 'document:delete',
  restore: 'document:delete',
});

/** The bulk actions of documents, each by the rules of a single one: data rooms, timelines, and live updates follow. */
export function createDocumentBulk(records: Records): BulkSpec<Input, DocumentRow> {
  const filed = listRecordTypesWithFiles(records);
  return {
    input: bulkInputs.document,
    batchSize: 50,
    nameColumn: 'documents.name',
    rules: {
      ...rules,
      whyNot: (member, action, target) =>
        target.room_state === 'frozen' ? 'In a locked data room.' : rules.whyNot(member, action, target),
    },
    check: async ({ db }, member, input) => {
      if (isTagging(input)) await requireTags(db, member.workspaceId, input);
      if (input.action !== 'move' || input.folderId === null) return;
      const roomOf = await requirePlace(db, member, input.folderId).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        throw error.code === 'NOT_FOUND'
          ? invalidField('input.folderId', 'You do not have access to this folder')
          : error;
      });
      if (roomOf !== null) requireAttestation(input.attestation, 'input.attestation');
    },
    // Without the folder, each document is rejected individually.
    findObstacle: async (db, workspaceId, input) =>
      isTagging(input) ? findTagObstacle(db, workspaceId, input) : null,
    dropMissing: async (db, workspaceId, input) =>
      isTagging(input) ? dropMissingTags(db, workspaceId, input) : input,
    lockTargets: async (db, member, ids) => {
      const rows: DocumentRow[] = [];
      for (const id of ids) {
        await lockDocument(db, { workspaceId: member.workspaceId, documentId: id });
        const row = await findDocumentRow(db, member, { documentId: id, records: filed, active: false });
        if (row !== null) rows.push(row);
      }
      return rows;
    },
    plan: (_member, { input, target }) => planChange(input, target),
    // A document has no history of its values: `planUndo` compares the value with the value that the run set.
    marks: {},
    planUndo: (_member, undone) => planUndo(undone),
    write: (work, { member, changes }) =>
      writeEach(work, changes, (each) => write(work, member, { records, each })),
  };
}

const entry = { operation: 'updateDocument' };
const listBusinessIds = ({ records }: DocumentRow): string[] =>
  records.filter(({ type }) => type === 'business').map(({ id }) => id);
const listTagIds = ({ tags }: DocumentRow): string[] => tags.map(({ id }) => id);

function isTagging(input: Input): input is Extract<Input, { action: 'tag' | 'untag' }> {
  return input.action === 'tag' || input.action === 'untag';
}

function planChange(input: Input, target: DocumentRow): Plan {
  const isDeleted = target.deleted_at !== null;
  if (input.action === 'delete' && !isDeleted && target.legal_holds.length > 0)
    return skip(target, 'On legal hold.');
  if (input.action === 'delete' || input.action === 'restore') return plans.trash(target, input.action);
  if (input.action === 'setAudience')
    return target.audience === input.audience
      ? skip(target, input.audience === 'client' ? 'Already shared.' : 'Not shared.')
      : plans.set(target, { audience: input.audience });
  if (isTagging(input)) return planTags({ input, target, tagIds: listTagIds(target), entry });
  if (target.folder_id === input.folderId) return skip(target, 'Already in this folder.');
  // After a move, it would no longer answer the request, and an undo would not restore that.
  if (target.request_id !== null) return skip(target, 'Answers a data room request.');
  const { folderId, attestation } = input;
  return change({
    target,
    ...entry,
    columns: { folderId, ...(attestation !== undefined && { attestation }) },
    before: { folderId: target.folder_id, businessIds: listBusinessIds(target) },
    changed: ['folderId'],
  });
}

/** Restores the previous value of one document unless it has changed since; other fields may have. */
function planUndo({ input, done, target }: UndoInput<Input, DocumentRow>): Plan {
  if (isTagging(input))
    return undoTags({ input, target, tagIds: listTagIds(target), before: done.before, entry });
  if (input.action === 'delete') return plans.trash(target, 'restore');
  if (!hasResult(target, input)) return skip(target, reasons.isChanged);
  return plans.set(target, values.parse(done.before ?? {}));
}

/** Whether a document still has the value that the action has set. */
function hasResult(target: DocumentRow, input: Input): boolean {
  switch (input.action) {
    case 'move':
      return target.folder_id === input.folderId;
    case 'setAudience':
      return target.audience === input.audience;
    default:
      return false;
  }
}

async function write(
  work: Work,
  member: Member,
  { records, each: { target, columns, operation, ...tags } }: { records: Records; each: Change<DocumentRow> },
): Promise<void> {
  const { id, version } = target;
  const { addTagIds, removeTagIds = [] } = tags;
  const tagIds =
    addTagIds === undefined && removeTagIds.length === 0
      ? {}
      : {
          tagIds: [...listTagIds(target), ...(addTagIds ?? [])].filter((tag) => !removeTagIds.includes(tag)),
        };
  const { businessIds, ...set } = values.parse(columns);
  const input = { version, ...set, ...tagIds };
  if (operation === 'updateDocument') await changeDocument(work, member, { records, id, input, businessIds });
  else await setDocumentDeleted(work, member, { records, id, isDeleted: operation === 'deleteDocument' });
}
