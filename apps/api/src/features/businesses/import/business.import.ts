import { byStage, needsReason } from '@handover/contract/business-stages.ts';
import { toCustomKey } from '@handover/contract/custom-filter.ts';
import type { ImportRun } from '@handover/contract/imports.ts';
import { standardStageNames } from '@handover/contract/stage-names.ts';
import { fold } from '#lib/text.ts';
import { getPipeline } from '#features/workspaces/workspaces.public.ts';
import { differingIds } from '#platform/records/custom-fields/custom-values.ts';
import { writeSearchEntries } from '#platform/records/import/changes.queries.ts';
import { recordImported } from '#platform/records/import/changes.queries.ts';
import type { Change, ImportSpec, WriteBatch } from '#platform/records/import/import-spec.ts';
import { pickTexts } from '#platform/records/import/read-row.ts';
import { searchText } from '#platform/search.ts';
import type { Work } from '#platform/work.ts';
import { businessColumns, searchParts } from '../business-columns.ts';
import { getWorkspaceCurrency } from '../businesses.queries.ts';
import {
  analyzeBusinesses,
  deleteImported,
  findBrokers,
  findListings,
  findOwners,
  insertImported,
  listBusinessNames,
  listMatchingBusinesses,
  lockImported,
  restoreImported,
  updateImported,
  type BusinessColumns,
  type StoredBusiness,
} from './business-import.queries.ts';
import {
  businessIdentities,
  businessImportFields,
  businessKeys,
  readBusiness,
  referencesOf,
  type BusinessInput,
} from './read-business.ts';

/** How files become businesses. */
export const businessImport: ImportSpec<BusinessInput, StoredBusiness> = {
  fields: businessImportFields,
  naming: {
    fields: ['name', 'listingNumber', 'npi', 'ccn'],
    hint: 'Choose the column with the name, the listing number, the NPI, or the CCN.',
  },
  identities: businessIdentities,
  quota: null,
  readRows: async (db, rows, reading) => {
    const { actor, mapping } = reading;
    const texts = rows.map((cells) => referencesOf(pickTexts(businessImportFields, cells, mapping)));
    const distinct = (of: 'owner' | 'broker' | 'listing'): string[] => [
      ...new Set(texts.flatMap((one) => one[of] ?? [])),
    ];
    const pipeline = await getPipeline(db, actor.workspaceId);
    const references = {
      stageNames: byStage((stage) => pipeline[stage].name ?? standardStageNames[stage]),
      owners: await findOwners(db, actor, distinct('owner')),
      brokers: await findBrokers(db, actor, distinct('broker')),
      listings: await findListings(db, actor.workspaceId, distinct('listing')),
    };
    return rows.map((cells) => readBusiness(cells, { ...reading, references }));
  },
  listExisting: async (db, actor, asked) =>
    (await listMatchingBusinesses(db, actor, asked)).map((stored) => ({
      id: stored.id,
      keys: businessKeys({ ...stored, listingNumber: stored.listing_number }),
      isInTrash: stored.deleted_at !== null,
      stored,
    })),
  write: writeBusinesses,
  analyze: analyzeBusinesses,
  listNames: listBusinessNames,
  undo: { lock: lockImported, remove: deleteImported, restore: restoreImported },
};

type Batch = WriteBatch<BusinessInput, StoredBusiness>;

async function writeBusinesses(work: Work, batch: Batch): Promise<void> {
  const { db, now } = work;
  const { actor, key, fileName } = batch;
  const currency = await getWorkspaceCurrency(db, key.workspaceId);
  const reason = `Imported from ${fileName}`.slice(0, 300);
  const context = { now, reason, currency, brokerId: actor.scope === 'own' ? actor.userId : null };
  const created = batch.created.map((row) => ({ ...row, columns: newColumns(row.input, context) }));
  const updated = batch.updated
    .map((row) => ({ ...row, ...mergeColumns(row, batch.overwrite, context) }))
    .filter(({ changed }) => changed.length > 0);
  await insertImported(
    db,
    created.map(({ columns, recordId }) => ({
      ...columns,
      workspace_id: key.workspaceId,
      id: recordId,
      created_at: now,
    })),
  );
  await batch.note([
    ...created.map(({ row, recordId }): Change => ({
      row,
      recordId,
      kind: 'created',
      versionAfter: 1,
      before: null,
    })),
    ...updated.map(({ row, recordId, stored }): Change => {
      const { id: _id, deleted_at: _deletedAt, ...before } = stored;
      return { row, recordId, kind: 'updated', versionAfter: stored.version + 1, before };
    }),
  ]);
  await updateImported(
    db,
    key.workspaceId,
    updated.map(({ columns, recordId }) => ({ ...columns, id: recordId })),
  );
  const written = [...created.map((row) => ({ ...row, changed: undefined })), ...updated];
  await writeSearchEntries(
    db,
    { workspaceId: key.workspaceId, recordType: 'business' },
    written.map(({ recordId, columns }) => ({ record_id: recordId, text: searchTextOf(columns) })),
  );
  await recordImported(work, batch, { type: 'business.imported', column: 'business_id', written });
}

type Context = {
  readonly now: Date;
  readonly reason: string;
  readonly currency: string;
  /** Of a new business without one: members who see only their own businesses become the broker. */
  readonly brokerId: string | null;
};

function newColumns(input: BusinessInput, { now, reason, currency, brokerId }: Context): BusinessColumns {
  const { stage = 'lead', custom, name = '', type = 'medical', ...fields } = input;
  const columns = businessColumns({
    ...fields,
    name,
    type,
    currency: fields.currency ?? currency,
    brokerId: fields.brokerId ?? brokerId,
  });
  const isReasoned = stage !== 'lead' && needsReason('lead', stage);
  return {
    ...columns,
    custom,
    stage,
    stage_entered_at: now,
    stage_reason: isReasoned ? reason : null,
    updated_at: now,
  };
}

/** A stored business with the values of a row written over it, or only into the empty fields. Blank cells change nothing. */
function mergeColumns(
  { input, stored }: Batch['updated'][number],
  overwrite: ImportRun['overwrite'],
  { now, reason }: Context,
): { columns: BusinessColumns; changed: string[] } {
  const { id: _id, version: _version, deleted_at: _deletedAt, ...before } = stored;
  const pick = pickFor(overwrite);
  const isNewName = input.name !== undefined && fold(input.name) !== stored.name_sort;
  const stage = pick(input.stage, stored.stage);
  const custom =
    overwrite === 'empty' ? { ...input.custom, ...stored.custom } : { ...stored.custom, ...input.custom };
  const columns: BusinessColumns = {
    ...before,
    ...businessColumns({
      name: pick(isNewName ? input.name : null, stored.name),
      type: pick(input.type, stored.type),
      currency: stored.currency,
      publicTitle: pick(input.publicTitle, stored.public_title),
      ownerId: pick(input.ownerId, stored.owner_id),
      brokerId: pick(input.brokerId, stored.broker_id),
      listingNumber: pick(input.listingNumber, stored.listing_number),
      askingPriceCents: pick(input.askingPriceCents, stored.asking_price_cents),
      reducedPriceCents: pick(input.reducedPriceCents, stored.reduced_price_cents),
      marketLabel: pick(input.marketLabel, stored.market_label),
      revenueCents: pick(input.revenueCents, stored.revenue_cents),
      sdeCents: pick(input.sdeCents, stored.sde_cents),
      ebitdaCents: pick(input.ebitdaCents, stored.ebitda_cents),
      city: pick(input.city, stored.city),
      region: pick(input.region, stored.region),
      coverColor: pick(input.coverColor, stored.cover_color),
      description: pick(input.description, stored.description),
      leaseEnd: pick(input.leaseEnd, stored.lease_end),
      npi: pick(input.npi, stored.npi),
      ccn: pick(input.ccn, stored.ccn),
      clia: pick(input.clia, stored.clia),
      dea: pick(input.dea, stored.dea),
      ein: pick(input.ein, stored.ein),
    }),
    ...moveTo(stage, stored, { now, reason }),
    custom,
    updated_at: now,
  };
  return {
    columns,
    changed: [...changedNames(before, columns), ...differingIds(stored.custom, custom).map(toCustomKey)],
  };
}

/** The columns of a move to another stage; none when it stays. */
function moveTo(
  stage: StoredBusiness['stage'],
  stored: StoredBusiness,
  { now, reason }: Pick<Context, 'now' | 'reason'>,
): Partial<BusinessColumns> {
  if (stage === stored.stage) return {};
  return { stage, stage_entered_at: now, stage_reason: needsReason(stored.stage, stage) ? reason : null };
}

function pickFor(overwrite: ImportRun['overwrite']) {
  return <T>(given: T | null | undefined, value: T): T =>
    overwrite === 'empty' && value !== null ? value : (given ?? value);
}

/** The names of the columns that differ, without derived ones. */
function changedNames(before: Readonly<Record<string, unknown>>, columns: BusinessColumns): string[] {
  return Object.entries(columns).flatMap(([column, value]) =>
    /_(sort|key|at|reason)$|^custom$/.test(column) || before[column] === value ? [] : [column],
  );
}

function searchTextOf({ name, public_title, city, listing_number }: BusinessColumns): string {
  return searchText(
    searchParts({
      name,
      public_title: public_title ?? null,
      city: city ?? null,
      listing_number: listing_number ?? null,
    }),
  );
}
