import { fold } from '@handover/domain/text/fold.ts';
import { businessFieldLabels as labels } from '@handover/contract/records/field-labels.ts';
import {
  businessStages,
  canMove,
  isUnsold,
  listNextStages,
  type BusinessStage,
} from '@handover/contract/businesses/business-stages.ts';
import { businessTypes, marketLabels } from '@handover/contract/businesses/business-list.ts';
import { createBusinessBody, type CreateBusiness } from '@handover/contract/businesses/businesses.ts';
import type { CustomValues } from '@handover/contract/records/custom-fields.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import type { StageNames } from '@handover/contract/businesses/stage-names.ts';
import { parseWrittenDate } from '@handover/domain/written-dates.ts';
import { parseWrittenMoney } from '@handover/domain/money.ts';
import { partial } from 'zod/mini';
import { removeDecimals } from '#platform/records/import/cells.ts';
import type {
  CellProblem,
  ImportField,
  MatchKeys,
  Outcome,
  ReadOptions,
} from '#platform/records/import/import-spec.ts';
import {
  joinNames,
  notDate,
  notMoney,
  readRow,
  type RowForm,
  type Texts,
} from '#platform/records/import/read-row.ts';
import { formatCustomValue } from '#platform/records/custom-fields/custom-values.ts';
import { contactImportFields } from './contact-fields.ts';
import { factImportFields, toRowFacts, findForeignFact, payerFields } from './fact-cells.ts';
import { normalizeText, findValue, readType } from './read-type.ts';
import { showBusiness } from './show-business.ts';
import type { StoredBusiness } from './business-import.queries.ts';

const readCents = { read: parseWrittenMoney, expected: notMoney };

/** The fields of a business with the headings of our own export, of common listing sheets, and of the public provider register. */
export const businessImportFields: readonly ImportField[] = [
  {
    key: 'name',
    label: labels.name,
    capitalization: 'name',
    headings: [
      'name',
      'business name',
      'business',
      'practice name',
      'company',
      'legal name',
      'Provider Organization Name (Legal Business Name)',
    ],
  },
  {
    key: 'publicTitle',
    label: labels.publicTitle,
    headings: ['public title', 'title', 'headline', 'listing title'],
  },
  {
    key: 'type',
    label: labels.type,
    read: readType,
    expected: `not a type. Use one of: ${joinNames(
      businessTypes.map((type) => type.replaceAll('_', ' ')),
      20,
    )}`,
    headings: [
      'type',
      'business type',
      'industry',
      'category',
      'specialty',
      'Healthcare Provider Taxonomy Code_1',
      'taxonomy code',
    ],
  },
  { key: 'stage', label: 'Stage', headings: ['stage', 'status', 'pipeline stage', 'deal stage'] },
  {
    key: 'owner',
    label: labels.ownerId,
    headings: ['owner', 'owner email', 'seller', 'seller email', 'owner name', 'owner npi', 'client'],
  },
  {
    key: 'broker',
    label: labels.brokerId,
    headings: ['broker', 'broker email', 'agent', 'listing agent', 'assigned to'],
  },
  {
    key: 'listingNumber',
    label: labels.listingNumber,
    headings: ['listing number', 'listing no', 'listing id', 'listing', 'mls number'],
  },
  {
    key: 'askingPriceCents',
    label: labels.askingPriceCents,
    ...readCents,
    headings: ['asking price', 'price', 'list price', 'asking'],
  },
  {
    key: 'reducedPriceCents',
    label: labels.reducedPriceCents,
    ...readCents,
    headings: ['reduced price', 'sale price'],
  },
  { key: 'currency', label: 'Currency', headings: ['currency', 'currency code'] },
  {
    key: 'marketLabel',
    label: labels.marketLabel,
    read: (text) => findValue(marketLabels, normalizeText(text) === 'reduced' ? 'sale' : text),
    expected: `not a label. Use one of: ${marketLabels.join(', ')}`,
    headings: ['market label', 'label'],
  },
  {
    key: 'revenueCents',
    label: labels.revenueCents,
    ...readCents,
    headings: ['revenue', 'annual revenue', 'gross revenue', 'sales', 'gross sales'],
  },
  {
    key: 'sdeCents',
    label: labels.sdeCents,
    ...readCents,
    headings: ['SDE', "seller's discretionary earnings", 'discretionary earnings', 'cash flow'],
  },
  { key: 'ebitdaCents', label: labels.ebitdaCents, ...readCents, headings: ['EBITDA', 'adjusted EBITDA'] },
  ...contactImportFields,
  { key: 'coverColor', label: labels.coverColor, headings: ['cover color'] },
  { key: 'description', label: labels.description, headings: ['description', 'summary', 'notes', 'about'] },
  {
    key: 'leaseEnd',
    label: labels.leaseEnd,
    read: parseWrittenDate,
    expected: notDate,
    headings: ['lease end', 'lease expiration', 'lease end date', 'lease expires'],
  },
  { key: 'npi', label: labels.npi, read: removeDecimals, headings: ['NPI', 'NPI number'] },
  { key: 'ccn', label: labels.ccn, read: removeDecimals, headings: ['CCN', 'CMS certification number'] },
  { key: 'clia', label: labels.clia, headings: ['CLIA', 'CLIA number'] },
  { key: 'dea', label: labels.dea, headings: ['DEA', 'DEA number'] },
  { key: 'ein', label: labels.ein, headings: ['EIN', 'tax id', 'federal tax id'] },
  ...factImportFields,
];

/** The data of a row about a business. */
export type BusinessInput = Partial<CreateBusiness> & {
  readonly stage: BusinessStage | undefined;
  readonly custom: CustomValues;
};
export type BusinessOutcome = Outcome<BusinessInput, StoredBusiness>;

/** The records that the cells of a batch refer to. */
export type BusinessReferences = {
  readonly stageNames: StageNames;
  /** Ids by the text of a cell. */
  readonly owners: ReadonlyMap<string, readonly string[]>;
  readonly brokers: ReadonlyMap<string, readonly string[]>;
  /** Ids of active businesses by their listing key. */
  readonly listings: ReadonlyMap<string, string>;
};

/** A business is recognized by listing number, else by NPI or CCN, else by name and place. Two listing numbers are two listings. */
export const businessIdentities = [
  { label: 'listing number', fields: ['listingNumber'] },
  { label: 'NPI', fields: ['npi'] },
  { label: 'CCN', fields: ['ccn'] },
  { label: 'name and place', fields: ['name', 'city', 'region'] },
] as const;

/** The keys of a business, in the order of the identities. */
export function toBusinessKeys({
  listingNumber,
  npi,
  ccn,
  name,
  city,
  region,
}: Partial<CreateBusiness>): MatchKeys {
  const listing = listingNumber == null ? null : fold(listingNumber);
  return {
    identifiers: listing === null ? {} : { listing },
    groups: [
      listing === null ? [] : [`listing ${listing}`],
      npi == null ? [] : [`npi ${npi}`],
      ccn == null ? [] : [`ccn ${ccn}`],
      name === undefined ? [] : [`name ${[name, city ?? '', region ?? ''].map(fold).join('\n')}`],
    ],
  };
}

/** Reads one record with a mapping. Returns the fields of a business, or every problem in the row. */
export function readBusiness(
  cells: readonly string[],
  { references, ...reading }: ReadOptions & { readonly references: BusinessReferences },
): BusinessOutcome {
  const { actor, customFields, overwrite } = reading;
  const read = readRow(createRowForm(references, actor), cells, reading);
  if (read.kind === 'rejected') return read;
  const { data, texts, custom, name } = read;
  const stage = readStage(texts['stage'], references.stageNames);
  const input = { ...data, stage, custom };
  return {
    kind: 'candidate',
    name,
    input,
    keys: toBusinessKeys(data),
    show: () =>
      showBusiness({
        data,
        texts,
        stageName: stage === undefined ? null : references.stageNames[stage],
        custom: customFields.map((field) => [
          toCustomKey(field.id),
          formatCustomValue(field, custom[field.id]),
        ]),
      }),
    findProblem: (stored) =>
      stored === null
        ? findNewProblem(input, references)
        : findUpdateProblem(input, { stored, references, overwrite }),
  };
}

function createRowForm(
  { stageNames, owners, brokers }: BusinessReferences,
  actor: ReadOptions['actor'],
): RowForm<Partial<CreateBusiness>> {
  return {
    fields: businessImportFields,
    schema: partial(createBusinessBody),
    naming: {
      parts: ['name', 'listingNumber', 'npi', 'ccn'],
      shown: [],
      missing: 'The row has no name, listing number, NPI, or CCN.',
    },
    sources: { ownerId: ['owner'], brokerId: ['broker'], payerMix: payerFields },
    interpret: (texts, values) => {
      const { stage, owner, broker, ...plain } = texts;
      const problems: CellProblem[] = [];
      if (stage !== undefined && readStage(stage, stageNames) === undefined)
        problems.push({
          field: 'stage',
          message: `Stage: “${stage}” is not a stage. Use one of: ${Object.values(stageNames).join(', ')}.`,
        });
      const ownerId = findOne(owner, { found: owners, field: 'owner', noun: 'customer' }, problems);
      const brokerId = findOne(broker, { found: brokers, field: 'broker', noun: 'team member' }, problems);
      if (actor.scope === 'own' && brokerId !== undefined && brokerId !== actor.userId)
        problems.push({
          field: 'broker',
          message: 'Broker: you can only be the broker of your own businesses.',
        });
      const valueOf = (key: string): unknown => values.get(key) ?? plain[key];
      const own = businessImportFields
        .filter((field) => !factImportFields.includes(field))
        .map(({ key }) => [key, valueOf(key)] as const);
      const names = [texts['name'], texts['listingNumber'], texts['npi'], texts['ccn']];
      const { stage: _stage, owner: _owner, broker: _broker, ...input } = Object.fromEntries(own);
      const currency = texts['currency']?.toUpperCase();
      return {
        name: names.find((text) => text !== undefined) ?? null,
        input: {
          ...input,
          ...toRowFacts(valueOf),
          currency,
          coverColor: texts['coverColor']?.toLowerCase(),
          ownerId,
          brokerId,
        },
        problems,
      };
    },
  };
}

/** The one record that a cell refers to; adds a problem if there is none, or more than one. */
function findOne(
  text: string | undefined,
  { found, field, noun }: { found: ReadonlyMap<string, readonly string[]>; field: string; noun: string },
  problems: CellProblem[],
): string | undefined {
  if (text === undefined) return undefined;
  const label = field === 'owner' ? 'Owner' : 'Broker';
  const ids = found.get(text) ?? [];
  if (ids.length === 0) {
    const keys = field === 'owner' ? 'email address, NPI, or exact name' : 'email address or name';
    problems.push({ field, message: `${label}: no ${noun} has the ${keys} “${text}”.` });
  }
  if (ids.length > 1)
    problems.push({
      field,
      message: `${label}: ${String(ids.length)} ${noun}s match “${text}”. Use the email address.`,
    });
  return ids.length === 1 ? ids[0] : undefined;
}

/** The texts of a row that refer to other records, and its listing number. */
export function getReferences(texts: Texts): { owner?: string; broker?: string; listing?: string } {
  const { owner, broker, listingNumber } = texts;
  return {
    ...(owner !== undefined && { owner }),
    ...(broker !== undefined && { broker }),
    ...(listingNumber !== undefined && { listing: fold(listingNumber) }),
  };
}

function findNewProblem(input: BusinessInput, { listings }: BusinessReferences): CellProblem | null {
  if (input.name === undefined) return { field: 'name', message: 'Name: a new business needs a name.' };
  if (input.type === undefined) return { field: 'type', message: 'Type: a new business needs a type.' };
  return (
    findListingProblem(input, { id: null, listings }) ??
    findPriceProblem(input) ??
    findForeignFact(input.type, input.typeFacts)
  );
}

function findUpdateProblem(
  input: BusinessInput,
  {
    stored,
    references,
    overwrite,
  }: { stored: StoredBusiness; references: BusinessReferences; overwrite: ReadOptions['overwrite'] },
): CellProblem | null {
  const { stage, currency } = input;
  if (currency !== undefined && currency !== stored.currency)
    return { field: 'currency', message: `Currency: this business uses ${stored.currency}.` };
  if (overwrite === 'all' && stage !== undefined && stage !== stored.stage) {
    const { [stored.stage]: from, [stage]: to } = references.stageNames;
    if (!canMove(stored.stage, stage))
      return { field: 'stage', message: `Stage: a business cannot move from ${from} to ${to}.` };
    if (stage === 'sold')
      return { field: 'stage', message: `Stage: close the deal. The business then moves to ${to}.` };
    if (listNextStages(stored.stage)[0] === stage)
      return {
        field: 'stage',
        message: `Stage: move the business to ${to} on its page, where its requirements are checked.`,
      };
    // Only a move on its page ends the engagement letter.
    if (isUnsold(stage))
      return { field: 'stage', message: `Stage: move the business to ${to} on its page, with a reason.` };
  }
  const isNewOwner = (overwrite === 'all' || stored.owner_id === null) && input.ownerId !== stored.owner_id;
  if (isNewOwner && stored.co_owners.some(({ id }) => id === input.ownerId))
    return rejectOwner('is one of the other owners. Change the main owner on the business page.');
  if (isNewOwner && stored.buyer_ids.some((id) => id === input.ownerId))
    return rejectOwner('has an open deal on the business. End that deal first.');
  const pick = <T>(given: T | null | undefined, before: T): T =>
    overwrite === 'empty' && before !== null ? before : (given ?? before);
  return (
    findListingProblem(input, { id: stored.id, listings: references.listings }) ??
    findPriceProblem({
      askingPriceCents: pick(input.askingPriceCents, stored.asking_price_cents),
      reducedPriceCents: pick(input.reducedPriceCents, stored.reduced_price_cents),
    }) ??
    findForeignFact(pick(input.type, stored.type), input.typeFacts)
  );
}

function rejectOwner(reason: string): CellProblem {
  return { field: 'owner', message: `Owner: this customer ${reason}` };
}

function findListingProblem(
  { listingNumber }: BusinessInput,
  { id, listings }: { id: string | null } & Pick<BusinessReferences, 'listings'>,
): CellProblem | null {
  const taken = listingNumber == null ? undefined : listings.get(fold(listingNumber));
  return taken === undefined || taken === id
    ? null
    : { field: 'listingNumber', message: 'Listing number: another business has this listing number.' };
}

function findPriceProblem({
  askingPriceCents,
  reducedPriceCents,
}: Pick<CreateBusiness, 'askingPriceCents' | 'reducedPriceCents'>): CellProblem | null {
  return reducedPriceCents != null && reducedPriceCents >= (askingPriceCents ?? 0)
    ? { field: 'reducedPriceCents', message: 'Reduced price: must be below the asking price.' }
    : null;
}

/** A stage by its key or by the name that the workspace has for it. */
function readStage(text: string | undefined, names: StageNames): BusinessStage | undefined {
  if (text === undefined) return undefined;
  const named = businessStages.find((stage) => normalizeText(names[stage]) === normalizeText(text));
  return named ?? findValue(businessStages, text) ?? undefined;
}
