import { fold } from '@handover/domain/text/fold.ts';
import * as contract from '@handover/contract/records/catalogs.ts';
import type { CatalogEntry } from '@handover/contract/records/catalogs.ts';
import { createTag, listTags } from '@handover/contract/records/tags.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { listTags as listTagRows, upsertTag } from '#platform/records/tags/tags.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { insertFormerSource, reclaimName, replaceSource } from './former-sources.queries.ts';
import {
  findSource,
  findSourceNamed,
  insertSource,
  listSourceRows,
  listSourceUse,
  moveSourceInViews,
  renameSourceRow,
  deleteTagRow,
  findTag,
  listTagUse,
  moveTagUse,
  renameTagRow,
  type TaggedType,
} from './labels.queries.ts';
import { moveSourceQueue } from './move-source.job.ts';

/** Tags and sources. A change also updates saved views and tagged records, in the same transaction; customers of a source follow in a job. */
export function labelRoutes(routes: Routes, { records }: Pick<Platform, 'records'>): void {
  const tagged = records.all.flatMap(({ type, tags }) => (tags === undefined ? [] : [{ type, tags }]));
  tagRoutes(routes, tagged);
  sourceRoutes(routes);
}

function tagRoutes(routes: Routes, tagged: readonly TaggedType[]): void {
  routes.add(listTags, async ({ actor, work }) => ({ tags: await listTagRows(work.db, actor) }));
  routes.add(createTag, async ({ actor, body, work }) => ({
    tag: await upsertTag(work.db, {
      workspaceId: actor.workspaceId,
      id: newId(),
      name: body.name,
      nameKey: fold(body.name),
    }),
  }));
  routes.add(contract.listTagUse, async ({ actor, work }) => ({
    tags: await listTagUse(work.db, { workspaceId: actor.workspaceId, tagged }),
  }));

  routes.add(contract.renameTag, async ({ actor, params, body, work }) => {
    const { id, workspaceId, before } = await loadTag(work, actor, { id: params.id, tagged });
    if (!(await renameTagRow(work.db, { workspaceId, id, name: body.name, nameKey: fold(body.name) })))
      throw nameTakenError('tag');
    auditChange(work, actor, { from: before.name, to: body.name });
    return { tag: { ...before, name: body.name } };
  });

  routes.add(contract.mergeTag, async ({ actor, params, body, work }) => {
    const { id, workspaceId, before } = await loadTag(work, actor, { id: params.id, tagged });
    const into = await findTag(work.db, { workspaceId, id: body.into, tagged });
    if (into === null || into.id === id) throw invalidField('into', 'Choose another tag');
    await moveTagUse(work.db, { workspaceId, id, into: into.id, tagged });
    await deleteTagRow(work.db, { workspaceId, id, tagged });
    auditChange(work, actor, { from: before.name, into: into.name, records: before.useCount });
    return { tag: (await findTag(work.db, { workspaceId, id: into.id, tagged })) ?? into };
  });

  routes.add(contract.deleteTag, async ({ actor, params, work }) => {
    const { id, workspaceId, before } = await loadTag(work, actor, { id: params.id, tagged });
    await deleteTagRow(work.db, { workspaceId, id, tagged });
    auditChange(work, actor, { name: before.name, records: before.useCount });
  });
}

function sourceRoutes(routes: Routes): void {
  routes.add(contract.listSources, async ({ actor, work }) => ({
    sources: await listSourceRows(work.db, actor.workspaceId),
  }));

  routes.add(contract.listSourceUse, async ({ actor, work }) => ({
    sources: await listSourceUse(work.db, actor.workspaceId),
  }));

  routes.add(contract.createSource, async ({ actor, body, work }) => {
    const { workspaceId } = actor;
    const { name } = body;
    await checkSourceName(work, { workspaceId, name, exceptId: null });
    const id = newId();
    await insertSource(work.db, { workspaceId, id, name });
    auditChange(work, actor, { name });
    return { source: { id, name, useCount: 0, uses: [] } };
  });

  routes.add(contract.renameSource, async ({ actor, params, body, work }) => {
    const { id, workspaceId, before } = await loadSource(work, actor, params.id);
    const { name } = body;
    await checkSourceName(work, { workspaceId, name, exceptId: id });
    if (name !== before.name) {
      await reclaimName(work.db, { workspaceId, id, name });
      await renameSourceRow(work.db, { workspaceId, id, name });
      await insertFormerSource(work.db, { workspaceId, id: newId(), name: before.name, currentId: id });
      await moveUses(work, { workspaceId, from: before.name, to: name });
    }
    auditChange(work, actor, { from: before.name, to: name });
    return { source: { ...before, name } };
  });

  routes.add(contract.mergeSource, async ({ actor, params, body, work }) => {
    const { id, workspaceId, before } = await loadSource(work, actor, params.id);
    const into = await findSource(work.db, { workspaceId, id: body.into });
    if (into === null || into.id === id) throw invalidField('into', 'Choose another source');
    await replaceSource(work.db, { workspaceId, id, currentId: into.id });
    await moveUses(work, { workspaceId, from: before.name, to: into.name });
    auditChange(work, actor, { from: before.name, into: into.name, customers: before.useCount });
    return { source: (await findSource(work.db, { workspaceId, id: into.id })) ?? into };
  });

  routes.add(contract.deleteSource, async ({ actor, params, work }) => {
    const { id, workspaceId, before } = await loadSource(work, actor, params.id);
    await replaceSource(work.db, { workspaceId, id, currentId: null });
    await moveUses(work, { workspaceId, from: before.name, to: null });
    auditChange(work, actor, { name: before.name, customers: before.useCount });
  });
}

type LoadedLabel = { readonly id: string; readonly workspaceId: string; readonly before: CatalogEntry };

async function loadTag(
  work: Work,
  { workspaceId }: Member,
  { id, tagged }: { id: string; tagged: readonly TaggedType[] },
): Promise<LoadedLabel> {
  const before = await findTag(work.db, { workspaceId, id, tagged });
  if (before === null) throw notFound('tag');
  return { id, workspaceId, before };
}

async function loadSource(work: Work, { workspaceId }: Member, id: string): Promise<LoadedLabel> {
  const before = await findSource(work.db, { workspaceId, id });
  if (before === null) throw notFound('source');
  return { id, workspaceId, before };
}

/** Throws CONFLICT for a name that another source has, or had until a moment ago. */
async function checkSourceName(
  { db }: Work,
  name: { workspaceId: string; name: string; exceptId: string | null },
): Promise<void> {
  const taken = await findSourceNamed(db, name);
  if (taken === null) return;
  if (!taken.is_former) throw nameTakenError('source');
  throw new AppError('CONFLICT', 'Customers are still being moved from this source. Try again in a minute.', {
    errors: [{ path: 'name', message: 'Still in use. Try again in a minute.' }],
  });
}

async function moveUses(
  work: Work,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string | null },
): Promise<void> {
  await moveSourceInViews(work.db, { workspaceId, from, to });
  await work.enqueue(moveSourceQueue, { workspaceId, name: from });
}

/** Audits the change and updates open pages. */
function auditChange(work: Work, { workspaceId }: Member, facts: Record<string, unknown>): void {
  work.audit(facts);
  work.publish({ workspaceId, noun: 'customer', id: workspaceId });
  work.publish({ workspaceId, noun: 'document', id: workspaceId });
}

function nameTakenError(what: string): AppError {
  return new AppError('CONFLICT', `A ${what} with this name already exists. Merge them instead.`, {
    errors: [{ path: 'name', message: 'Already in use. Merge them instead.' }],
  });
}
