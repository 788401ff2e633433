import type { Db } from '#db/client.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import type { Member } from '#platform/session/actor.ts';

type Key = { readonly workspaceId: string; readonly templateId: string };
type Content = { readonly name: string; readonly subject: string; readonly html: string };

const columns = ['id', 'owner_id', 'name', 'subject', 'html', 'use_count', 'version', 'updated_at'] as const;

/** Shared templates and the member's own. */
function selectVisibleTemplates(db: Db, { workspaceId, userId }: Member) {
  return db
    .selectFrom('mail_templates')
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', userId)]));
}

/** Visible templates, most used first. */
export function listTemplateRows(db: Db, member: Member) {
  return selectVisibleTemplates(db, member)
    .select(columns)
    .orderBy('use_count', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export function findTemplateRow(db: Db, member: Member, templateId: string) {
  return selectVisibleTemplates(db, member).select(columns).where('id', '=', templateId).executeTakeFirst();
}

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplateRow>>>;

/** A null owner counts shared templates. */
export async function countTemplates(
  db: Db,
  { workspaceId, ownerId }: { workspaceId: string; ownerId: string | null },
): Promise<number> {
  const { count } = await db
    .selectFrom('mail_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertTemplate(
  db: Db,
  { workspaceId, templateId }: Key,
  { name, subject, html, ownerId, now }: Content & { ownerId: string | null; now: Date },
): Promise<void> {
  await db
    .insertInto('mail_templates')
    .values({
      workspace_id: workspaceId,
      id: templateId,
      owner_id: ownerId,
      name,
      subject,
      html,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Returns false for a stale version. */
export function updateTemplate(
  db: Db,
  { workspaceId, templateId }: Key,
  { version, change, now }: { version: number; change: Partial<Content>; now: Date },
): Promise<boolean> {
  return updateVersion(db, 'mail_templates', {
    workspaceId,
    id: templateId,
    version,
    change: { ...change, updated_at: now },
  });
}

export async function deleteTemplateRow(db: Db, { workspaceId, templateId }: Key): Promise<void> {
  await db
    .deleteFrom('mail_templates')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', templateId)
    .execute();
}

/** Keeps the version, since no edited field changes. */
export async function countUse(db: Db, { workspaceId, templateId }: Key): Promise<void> {
  await db
    .updateTable('mail_templates')
    .set((eb) => ({ use_count: eb('use_count', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', templateId)
    .execute();
}
