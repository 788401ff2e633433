import { fold } from '@handover/domain/text/fold.ts';
import { mapStages, isUnsold, needsReason } from '@handover/contract/businesses/business-stages.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import type { ImportRun } from '@handover/contract/records/imports.ts';
import { standardStageNames } from '@handover/contract/businesses/stage-names.ts';
import { getPipeline } from '#features/workspaces/workspaces.public.ts';
import { listDifferingIds } from '#platform/records/custom-fields/custom-values.ts';
import { deleteRecords, listNames, restoreRecords } from '#platform/records/import/record-table.queries.ts';
import { listChangedColumns, pickFor, writeRecords } from '#platform/records/import/write-records.ts';
import type { ImportSpec, WriteBatch } from '#platform/records/import/import-spec.ts';
import { pickTexts } from '#platform/records/import/read-row.ts';
import { findBrokers } from '#platform/session/brokers.queries.ts';
import type { Work } from '#platform/work.ts';
import { toBusinessColumns, searchParts, withFactChanges } from '../business-columns.ts';
import { getCurrency } from '#platform/records/currency.queries.ts';
import {
  analyzeBusinesses,
  findListings,
  findOwners,
  importedBusinesses,
  listMatchingBusinesses,
  lockImported,
  restoreFormerShares,
  takeFormerShares,
  type BusinessColumns,
  type StoredBusiness,
} from './business-import.queries.ts';
import {
  businessIdentities,
  businessImportFields,
  toBusinessKeys,
  readBusiness,
  getReferences,
  type BusinessInput,
} from './read-business.ts';

/** The import of businesses. */
export const businessImport: ImportSpec<BusinessInput, StoredBusiness> = {
  fields: businessImportFields,
  naming: {
    fields: ['name', 'listingNumber', 'npi', 'ccn'],
    hint: 'Choose the column that contains the name, the listing number, the NPI, or the CCN.',
  },
  identities: businessIdentities,
  quota: null,
  readRows: async (db, rows, reading) => {
    const { actor, mapping } = reading;
    const texts = rows.map((cells) => getReferences(pickTexts(businessImportFields, cells, mapping)));
    const distinct = (of: 'owner' | 'broker' | 'listing'): string[] => [
      ...new Set(texts.flatMap((one) => one[of] ?? [])),
    ];
    const pipeline = await getPipeline(db, actor.workspaceId);
    const references = {
      stageNames: mapStages((stage) => pipeline[stage].name ?? standardStageNames[stage]),
      owners: await findOwners(db, actor, distinct('owner')),
      brokers: await findBrokers(db, actor, distinct('broker')),
      listings: await findListings(db, actor.workspaceId, distinct('listing')),
    };
    return rows.map((cells) => readBusiness(cells, { ...reading, references }));
  },
  listExisting: async (db, actor, asked) =>
    (await listMatchingBusinesses(db, actor, asked)).map((stored) => ({
      id: stored.id,
      name: stored.name,
      keys: toBusinessKeys({ ...stored, listingNumber: stored.listing_number }),
      isInTrash: stored.deleted_at !== null,
      stored,
    })),
  write: writeBusinesses,
  analyze: analyzeBusinesses,
  listNames: (db, key) => listNames(db, importedBusinesses, key),
  undo: {
    lock: lockImported,
    remove: (db, { workspaceId }, ids) => deleteRecords(db, importedBusinesses, { workspaceId, ids }),
    restore: async (db, key, rows) => {
      await restoreRecords(db, importedBusinesses, { key, rows });
      await restoreFormerShares(db, key, rows);
    },
  },
};

type Batch = WriteBatch<BusinessInput, StoredBusiness>;

async function writeBusinesses(work: Work, batch: Batch): Promise<void> {
  const { actor, key, fileName, overwrite } = batch;
  const currency = await getCurrency(work.db, key.workspaceId);
  const reason = `Imported from ${fileName}`.slice(0, 300);
  const shares = await takeFormerShares(
    work.db,
    key,
    batch.updated.map(({ recordId, input, stored }) => ({
      businessId: recordId,
      formerOwnerId: stored.owner_id,
      ownerId: pickFor(overwrite)(input.ownerId, stored.owner_id),
    })),
  );
  const context = { now: work.now, reason, currency, brokerId: actor.scope === 'own' ? actor.userId : null };
  await writeRecords<BusinessColumns>(work, batch, {
    type: 'business',
    table: importedBusinesses,
    created: batch.created.map((row) => ({ ...row, columns: toNewColumns(row.input, context) })),
    updated: batch.updated.map((row) => {
      const {
        id: _id,
        deleted_at: _deletedAt,
        co_owners: _coOwners,
        buyer_ids: _buyerIds,
        ...before
      } = row.stored;
      const extra = { formerShares: shares.get(row.recordId) ?? [] };
      return { ...row, version: row.stored.version, before, ...mergeColumns(row, overwrite, context), extra };
    }),
    activityType: 'business.imported',
    concerns: ({ recordId }) => ({ business_id: recordId }),
    searchParts: ({ name, public_title = null, city = null, listing_number = null }) =>
      searchParts({ name, public_title, city, listing_number }),
  });
}

type Context = {
  readonly now: Date;
  readonly reason: string;
  readonly currency: string;
  /** For a new business without a broker: a member limited to their own businesses is assigned. */
  readonly brokerId: string | null;
};

function toNewColumns(input: BusinessInput, { now, reason, currency, brokerId }: Context): BusinessColumns {
  const { stage = 'lead', custom, name = '', type = 'medical', ...fields } = input;
  const columns = toBusinessColumns({
    ...fields,
    name,
    type,
    currency: fields.currency ?? currency,
    brokerId: fields.brokerId ?? brokerId,
  });
  const isReasoned = stage !== 'lead' && needsReason('lead', stage);
  return {
    ...columns,
    type_facts: withFactChanges({}, fields.typeFacts),
    payer_mix: fields.payerMix ?? null,
    custom,
    stage,
    stage_entered_at: now,
    stage_reason: isReasoned ? reason : null,
    end_reason: isUnsold(stage) ? 'other' : null,
    updated_at: now,
  };
}

/** A stored business with the values of a row written over it, or only into the empty fields. Blank cells change nothing. */
function mergeColumns(
  { input, stored }: Batch['updated'][number],
  overwrite: ImportRun['overwrite'],
  { now, reason }: Context,
): { columns: BusinessColumns; changed: string[] } {
  const {
    id: _id,
    version: _version,
    deleted_at: _deletedAt,
    co_owners: _coOwners,
    buyer_ids: _buyerIds,
    ...before
  } = stored;
  const pick = pickFor(overwrite);
  const stage = pick(input.stage, stored.stage);
  const custom =
    overwrite === 'empty' ? { ...input.custom, ...stored.custom } : { ...stored.custom, ...input.custom };
  const given = withFactChanges({}, input.typeFacts);
  const facts = overwrite === 'empty' ? { ...given, ...stored.type_facts } : given;
  const columns: BusinessColumns = {
    ...before,
    ...toBusinessColumns(pickFields(input, stored, pick)),
    ...moveTo(stage, stored, { now, reason }),
    type_facts: { ...stored.type_facts, ...facts },
    payer_mix: pick(input.payerMix, stored.payer_mix),
    custom,
    updated_at: now,
  };
  return {
    columns,
    changed: [
      ...listChangedColumns(before, columns),
      ...listDifferingIds(stored.custom, custom).map(toCustomKey),
    ],
  };
}

/** The fields of the form, each from the row or as stored. */
function pickFields(
  input: BusinessInput,
  stored: StoredBusiness,
  pick: ReturnType<typeof pickFor>,
): Parameters<typeof toBusinessColumns>[0] {
  const isNewName = input.name !== undefined && fold(input.name) !== stored.name_sort;
  return {
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
    street: pick(input.street, stored.street),
    city: pick(input.city, stored.city),
    region: pick(input.region, stored.region),
    postalCode: pick(input.postalCode, stored.postal_code),
    phone: pick(input.phone, stored.phone),
    email: pick(input.email, stored.email),
    website: pick(input.website, stored.website),
    coverColor: pick(input.coverColor, stored.cover_color),
    description: pick(input.description, stored.description),
    leaseEnd: pick(input.leaseEnd, stored.lease_end),
    npi: pick(input.npi, stored.npi),
    ccn: pick(input.ccn, stored.ccn),
    clia: pick(input.clia, stored.clia),
    dea: pick(input.dea, stored.dea),
    ein: pick(input.ein, stored.ein),
  };
}

/** The columns of a move to another stage; none if the stage does not change. */
function moveTo(
  stage: StoredBusiness['stage'],
  stored: StoredBusiness,
  { now, reason }: Pick<Context, 'now' | 'reason'>,
): Partial<BusinessColumns> {
  if (stage === stored.stage) return {};
  return {
    stage,
    stage_entered_at: now,
    stage_reason: needsReason(stored.stage, stage) ? reason : null,
    end_reason: null,
  };
}
