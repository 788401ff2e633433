import * as contract from '@handover/contract/catalogs.ts';
import type { CatalogEntry } from '@handover/contract/catalogs.ts';
import { createTag, listTags } from '@handover/contract/tags.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { fold } from '#lib/text.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { listTags as listTagRows, upsertTag } from '#platform/records/tags/tags.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  deleteSourceRow,
  findSource,
  hasSourceNamed,
  insertSource,
  listSourceRows,
  listSourceUse,
  moveSourceUse,
  renameSourceRow,
  deleteTagRow,
  findTag,
  listTagUse,
  moveTagUse,
  renameTagRow,
  type TaggedType,
} from './labels.queries.ts';

/** Tags and sources. A change also updates records and saved views, in the same transaction. */
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
      throw nameTaken('tag');
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
    if (await hasSourceNamed(work.db, { workspaceId, name, exceptId: null })) throw nameTaken('source');
    const id = newId();
    await insertSource(work.db, { workspaceId, id, name });
    auditChange(work, actor, { name });
    return { source: { id, name, useCount: 0, uses: [] } };
  });

  routes.add(contract.renameSource, async ({ actor, params, body, work }) => {
    const { id, workspaceId, before } = await loadSource(work, actor, params.id);
    const { name } = body;
    if (await hasSourceNamed(work.db, { workspaceId, name, exceptId: id })) throw nameTaken('source');
    await renameSourceRow(work.db, { workspaceId, id, name });
    if (name !== before.name) await moveSourceUse(work.db, { workspaceId, from: before.name, to: name });
    auditChange(work, actor, { from: before.name, to: name });
    return { source: { ...before, name } };
  });

  routes.add(contract.mergeSource, async ({ actor, params, body, work }) => {
    const { id, workspaceId, before } = await loadSource(work, actor, params.id);
    const into = await findSource(work.db, { workspaceId, id: body.into });
    if (into === null || into.id === id) throw invalidField('into', 'Choose another source');
    await moveSourceUse(work.db, { workspaceId, from: before.name, to: into.name });
    await deleteSourceRow(work.db, { workspaceId, id });
    auditChange(work, actor, { from: before.name, into: into.name, customers: before.useCount });
    return { source: (await findSource(work.db, { workspaceId, id: into.id })) ?? into };
  });

  routes.add(contract.deleteSource, async ({ actor, params, work }) => {
    const { id, workspaceId, before } = await loadSource(work, actor, params.id);
    await moveSourceUse(work.db, { workspaceId, from: before.name, to: null });
    await deleteSourceRow(work.db, { workspaceId, id });
    auditChange(work, actor, { name: before.name, customers: before.useCount });
  });
}

type Loaded = { readonly id: string; readonly workspaceId: string; readonly before: CatalogEntry };

async function loadTag(
  work: Work,
  { workspaceId }: Member,
  { id, tagged }: { id: string; tagged: readonly TaggedType[] },
): Promise<Loaded> {
  const before = await findTag(work.db, { workspaceId, id, tagged });
  if (before === null) throw notFound('tag');
  return { id, workspaceId, before };
}

async function loadSource(work: Work, { workspaceId }: Member, id: string): Promise<Loaded> {
  const before = await findSource(work.db, { workspaceId, id });
  if (before === null) throw notFound('source');
  return { id, workspaceId, before };
}

/** Audits the change and updates open pages. */
function auditChange(work: Work, { workspaceId }: Member, facts: Record<string, unknown>): void {
  work.audit(facts);
  work.publish({ workspaceId, noun: 'customer', id: workspaceId });
  work.publish({ workspaceId, noun: 'document', id: workspaceId });
}

function nameTaken(what: string): AppError {
  return new AppError('CONFLICT', `A ${what} with this name already exists. Merge them instead.`, {
    errors: [{ path: 'name', message: 'Already in use. Merge them instead.' }],
  });
}
