import {
  starterTemplate,
  type AgreementTemplate,
  type createAgreementTemplate,
  type UpdateAgreementTemplate,
} from '@handover/contract/agreements/agreement-templates.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  findTemplateRow,
  insertTemplate,
  insertText,
  updateTemplateRow,
  type TemplateRow,
} from './templates.queries.ts';

/** The template that every new workspace has, to be reviewed by counsel. */
export async function insertStarterTemplate(work: Work, workspaceId: string): Promise<void> {
  await addTemplate(work, { workspaceId, createdBy: null, input: starterTemplate });
}

export async function createTemplate(
  work: Work,
  { workspaceId, userId }: Member,
  input: BodyOf<typeof createAgreementTemplate>,
): Promise<AgreementTemplate> {
  const templateId = await addTemplate(work, { workspaceId, createdBy: userId, input });
  return load(work, { workspaceId, templateId });
}

/**
 * Changes a template. A changed title or text is a new version that counsel has not reviewed, unless the change says
 * so. Throws NOT_FOUND, STALE_VERSION.
 */
export async function updateTemplate(
  work: Work,
  { workspaceId, userId }: Member,
  { templateId, input }: { templateId: string; input: UpdateAgreementTemplate },
): Promise<AgreementTemplate> {
  const key = { workspaceId, templateId };
  const before = await findTemplateRow(work.db, key);
  if (before === null) throw notFound('template');
  const { version, name, title = before.title, text = before.text, validMonths, isArchived } = input;
  const isNewText = title !== before.title || text !== before.text;
  const number = before.text_number + (isNewText ? 1 : 0);
  const isReviewed = input.isReviewed ?? (before.is_reviewed && !isNewText);
  const change = {
    text_number: number,
    is_reviewed: isReviewed,
    updated_at: work.now,
    ...(name !== undefined && { name }),
    ...(validMonths !== undefined && { valid_months: validMonths }),
    ...(isArchived !== undefined && { archived_at: isArchived ? work.now : null }),
  };
  if (!(await updateTemplateRow(work.db, { ...key, version, change })))
    throw staleVersion(await load(work, key));
  if (isNewText) await insertText(work.db, { ...key, number, title, text, createdBy: userId, now: work.now });
  work.audit({ textNumber: number });
  return load(work, key);
}

export function presentTemplate(row: TemplateRow): AgreementTemplate {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    text: row.text,
    textNumber: row.text_number,
    textChangedAt: row.text_changed_at.toISOString(),
    validMonths: row.valid_months,
    isReviewed: row.is_reviewed,
    isArchived: row.archived_at !== null,
    version: row.version,
  };
}

async function load(
  work: Work,
  key: { workspaceId: string; templateId: string },
): Promise<AgreementTemplate> {
  const row = await findTemplateRow(work.db, key);
  if (row === null) throw notFound('template');
  return presentTemplate(row);
}

async function addTemplate(
  work: Work,
  {
    workspaceId,
    createdBy,
    input: { name, title, text, validMonths },
  }: {
    workspaceId: string;
    createdBy: string | null;
    input: BodyOf<typeof createAgreementTemplate>;
  },
): Promise<string> {
  const id = newId();
  await insertTemplate(work.db, { workspaceId, id, name, validMonths, now: work.now });
  await insertText(work.db, {
    workspaceId,
    templateId: id,
    number: 1,
    title,
    text,
    createdBy,
    now: work.now,
  });
  return id;
}
