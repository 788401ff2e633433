import type { Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { AgreementTemplatesTable } from '#db/schema/agreements.ts';
import { updateVersion } from '#db/statements/update-version.ts';

function selectTemplates(db: Db, workspaceId: string) {
  return db
    .selectFrom('agreement_templates')
    .innerJoin('agreement_texts', (join) =>
      join
        .onRef('agreement_texts.workspace_id', '=', 'agreement_templates.workspace_id')
        .onRef('agreement_texts.template_id', '=', 'agreement_templates.id')
        .onRef('agreement_texts.number', '=', 'agreement_templates.text_number'),
    )
    .selectAll('agreement_templates')
    .select([
      'agreement_texts.title',
      'agreement_texts.text',
      'agreement_texts.created_at as text_changed_at',
    ])
    .where('agreement_templates.workspace_id', '=', workspaceId);
}

/** Templates in use first, then by name. */
export function listTemplateRows(db: Db, workspaceId: string) {
  return selectTemplates(db, workspaceId)
    .orderBy('agreement_templates.archived_at', (order) => order.asc().nullsFirst())
    .orderBy('agreement_templates.name')
    .orderBy('agreement_templates.id')
    .execute();
}

export type TemplateRow = Awaited<ReturnType<typeof listTemplateRows>>[number];

/** A template with its current text; null if there is none. */
export async function findTemplateRow(
  db: Db,
  { workspaceId, templateId }: { workspaceId: string; templateId: string },
): Promise<TemplateRow | null> {
  const row = await selectTemplates(db, workspaceId)
    .where('agreement_templates.id', '=', templateId)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertTemplate(
  db: Db,
  row: { workspaceId: string; id: string; name: string; validMonths: number | null; now: Date },
): Promise<void> {
  await db
    .insertInto('agreement_templates')
    .values({
      workspace_id: row.workspaceId,
      id: row.id,
      name: row.name,
      valid_months: row.validMonths,
      created_at: row.now,
      updated_at: row.now,
    })
    .execute();
}

/** Adds a version of the text. */
export async function insertText(
  db: Db,
  row: {
    workspaceId: string;
    templateId: string;
    number: number;
    title: string;
    text: string;
    createdBy: string | null;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('agreement_texts')
    .values({
      workspace_id: row.workspaceId,
      template_id: row.templateId,
      number: row.number,
      title: row.title,
      text: row.text,
      created_by: row.createdBy,
      created_at: row.now,
    })
    .execute();
}

/** False for a stale version. */
export function updateTemplateRow(
  db: Db,
  {
    workspaceId,
    templateId,
    version,
    change,
  }: {
    workspaceId: string;
    templateId: string;
    version: number;
    change: Updateable<AgreementTemplatesTable>;
  },
): Promise<boolean> {
  return updateVersion(db, 'agreement_templates', { workspaceId, id: templateId, version, change });
}
