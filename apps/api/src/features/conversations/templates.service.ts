import type { MailTemplate, RenderedMail } from '@handover/contract/conversations/mail-templates.ts';
import { AppError, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize, can } from './conversations.policy.ts';
import { fillMail, readMail, toValidHtml, getTemplateValues } from './mail-content.ts';
import {
  countTemplates,
  countUse,
  deleteTemplateRow,
  findTemplateRow,
  insertTemplate,
  listTemplateRows,
  type TemplateRow,
  updateTemplate,
} from './templates.queries.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';

const maxTemplates = 200;

type NewTemplate = {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly isShared: boolean;
};
type TemplateChange = {
  readonly version: number;
  readonly name?: string | undefined;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
};

export async function listTemplates(work: Work, actor: Member): Promise<MailTemplate[]> {
  const rows = await listTemplateRows(work.db, actor);
  return rows.map((row) => present(actor, row));
}

/** Throws FORBIDDEN, INVALID_INPUT for an unknown field, RULE_BROKEN at the limit. */
export async function createTemplate(
  work: Work,
  actor: Member,
  { name, subject, html, isShared }: NewTemplate,
): Promise<MailTemplate> {
  const ownerId = isShared ? null : actor.userId;
  authorize(actor, 'template:create', { owner_id: ownerId });
  readMail({ subject, html });
  const { workspaceId } = actor;
  if ((await countTemplates(work.db, { workspaceId, ownerId })) >= maxTemplates)
    throw new AppError(
      'RULE_BROKEN',
      `You have reached the limit of ${String(maxTemplates)} templates. Delete one first.`,
    );
  const templateId = newId();
  const content = { name, subject, html: toValidHtml(html), ownerId, now: work.now };
  await insertTemplate(work.db, { workspaceId, templateId }, content);
  work.audit({ isShared });
  return publishAndPresent(work, actor, templateId);
}

/** Throws NOT_FOUND, FORBIDDEN, INVALID_INPUT, STALE_VERSION with the current template. */
export async function changeTemplate(
  work: Work,
  actor: Member,
  { templateId, version, name, subject, html }: TemplateChange & { templateId: string },
): Promise<MailTemplate> {
  const row = authorize(actor, 'template:update', await load(work, actor, templateId));
  readMail({ subject: subject ?? row.subject, html: html ?? row.html });
  const change = {
    ...(name !== undefined && { name }),
    ...(subject !== undefined && { subject }),
    ...(html !== undefined && { html: toValidHtml(html) }),
  };
  const key = { workspaceId: actor.workspaceId, templateId };
  if (!(await updateTemplate(work.db, key, { version, change, now: work.now })))
    throw staleVersion(present(actor, await load(work, actor, templateId)));
  work.audit({ changed: Object.keys(change) });
  return publishAndPresent(work, actor, templateId);
}

/** Throws NOT_FOUND, FORBIDDEN. */
export async function deleteTemplate(work: Work, actor: Member, templateId: string): Promise<void> {
  const row = authorize(actor, 'template:update', await load(work, actor, templateId));
  await deleteTemplateRow(work.db, { workspaceId: actor.workspaceId, templateId });
  publish(work, actor, row);
}

/** Fills a template for a customer and counts the use. Throws NOT_FOUND. */
export async function useTemplate(
  work: Work,
  actor: Member,
  { templateId, customerId }: { templateId: string; customerId: string },
): Promise<RenderedMail> {
  const row = await load(work, actor, templateId);
  await getCustomerRef(work.db, actor, customerId);
  const values = await getTemplateValues(work, actor, customerId);
  const { subject, body, missing } = fillMail(readMail(row), values);
  await countUse(work.db, { workspaceId: actor.workspaceId, templateId });
  return { subject, html: body, missing: [...missing] };
}

/** Throws NOT_FOUND. */
export async function countTemplateUse(work: Work, actor: Member, templateId: string): Promise<void> {
  await load(work, actor, templateId);
  await countUse(work.db, { workspaceId: actor.workspaceId, templateId });
}

async function load({ db }: Work, actor: Member, templateId: string): Promise<TemplateRow> {
  const row = await findTemplateRow(db, actor, templateId);
  if (row === undefined) throw notFound('template');
  return row;
}

async function publishAndPresent(work: Work, actor: Member, templateId: string): Promise<MailTemplate> {
  const row = await load(work, actor, templateId);
  publish(work, actor, row);
  return present(actor, row);
}

function publish(work: Work, { workspaceId }: Member, row: TemplateRow): void {
  const { id, version, owner_id: userId } = row;
  work.publish({ workspaceId, noun: 'template', id, version, ...(userId !== null && { userId }) });
}

function present(actor: Member, row: TemplateRow): MailTemplate {
  return {
    id: row.id,
    name: row.name,
    subject: row.subject,
    html: row.html,
    isShared: row.owner_id === null,
    useCount: row.use_count,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities: { canUpdate: can(actor, 'template:update', row) },
  };
}
