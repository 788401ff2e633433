import type { RecordType } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import {
  matchesSearch,
  resolveSearch,
  type ResolvedSearch,
} from '#platform/search/resolve-search.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { resolveCustomConditions, type ResolvedCondition } from '../custom-fields/custom-filter.ts';
import { matchCustom } from '../custom-fields/custom-columns.queries.ts';

export type Condition = RawBuilder<unknown>;

/** The values of a filter by key. The engine handles those named here itself, for every record type. */
export type FilterValues = Readonly<Record<string, unknown>> & {
  readonly q?: string | undefined;
  readonly deleted?: boolean | undefined;
  readonly custom?: readonly string[] | undefined;
};

/** Input of a condition in addition to its value; `extra` is the result of the record's `resolve`. */
export type FilterContext<Extra = unknown> = {
  readonly member: Pick<Member, 'workspaceId' | 'userId' | 'timeZone' | 'scope'> &
    Partial<Pick<Member, 'granted'>>;
  readonly now: Date;
  readonly extra: Extra | undefined;
};

/** A method type, since each key's function takes that key's values. */
type ConditionBuilder<Value, Extra> = {
  build(value: Value, context: FilterContext<Extra>): Condition | readonly Condition[];
}['build'];

/** The condition of every key of a filter that the engine does not handle itself. */
export type FilterConditions<Filter, Extra = unknown> = {
  readonly [Key in Exclude<keyof Filter & string, 'q' | 'deleted' | 'custom'>]-?: ConditionBuilder<
    NonNullable<Filter[Key]>,
    Extra
  >;
};

/** How a record type is filtered. */
export type FilterSpec = {
  readonly conditions: Readonly<Record<string, ConditionBuilder<unknown, unknown>>>;
  /** Deleted records; null for members who may not see the trash. */
  trash(member: Member): Condition | null;
  /** Loads once per request what conditions need. */
  resolve?(work: Pick<Work, 'db' | 'now'>, member: Member, filter: FilterValues): Promise<unknown>;
};

/** The parts of a descriptor that filtering needs. */
export type Filterable = {
  readonly type: RecordType;
  readonly table: string;
  scope(member: Member): RawBuilder<boolean>;
  readonly filter: FilterSpec;
};

/** A filter with the reference time of its relative parts, and the data that its conditions need. */
export type ResolvedFilter<Filter = FilterValues> = {
  readonly filter: Filter;
  readonly now: Date;
  readonly custom: readonly ResolvedCondition[];
  /** The resolved search text; null without one. */
  readonly search: ResolvedSearch | null;
  readonly extra?: unknown;
};

/** Records picked from a filter: all, only `ids`, or all but `exceptIds`. */
export type ResolvedSelection<Filter = FilterValues> = Omit<ResolvedFilter, 'filter'> & {
  readonly filter: {
    readonly filter: Filter;
    readonly ids?: readonly string[] | undefined;
    readonly exceptIds?: readonly string[] | undefined;
  };
};

/**
 * Loads what the conditions of a filter need. Throws INVALID_INPUT for a condition that its custom field does not
 * accept.
 */
export async function resolveFilter<Filter extends FilterValues>(
  record: Filterable,
  { db, now }: Pick<Work, 'db' | 'now'>,
  { member, filter }: { member: Member; filter: Filter },
): Promise<ResolvedFilter<Filter>> {
  const { workspaceId } = member;
  const { q = '' } = filter;
  const custom = await resolveCustomConditions(db, { workspaceId, recordType: record.type, filter });
  const search = q === '' ? null : await resolveSearch(db, { workspaceId, kind: record.type }, q);
  const extra = await record.filter.resolve?.({ db, now }, member, filter);
  return { filter, now, custom, search, ...(extra !== undefined && { extra }) };
}

/** The records within the member's scope that match a filter: one condition for lists, counts, exports, and bulk runs. */
export function matchesFilter(
  record: Filterable,
  member: Member,
  { filter, now, custom, search, extra }: ResolvedFilter,
): RawBuilder<boolean> {
  const { table, filter: spec } = record;
  const conditions: Condition[] = [
    record.scope(member),
    filter.deleted === true
      ? (spec.trash(member) ?? sql`false`)
      : sql`${sql.ref(`${table}.deleted_at`)} IS NULL`,
    ...createConditions(spec.conditions, filter, { member, now, extra }),
    ...matchCustom(table, custom),
    ...(search === null ? [] : [matchesSearch(sql.ref(`${table}.id`), search)]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** The records of a selection: those that match its filter, narrowed to `ids` or without `exceptIds`. */
export function matchesSelection(
  record: Filterable,
  member: Member,
  { filter: { filter, ids, exceptIds = [] }, ...resolved }: ResolvedSelection,
): RawBuilder<boolean> {
  const id = sql.ref(`${record.table}.id`);
  const conditions = [
    matchesFilter(record, member, { ...resolved, filter }),
    ...(ids === undefined ? [] : [sql`${id} = ANY(${ids}::uuid[])`]),
    ...(exceptIds.length === 0 ? [] : [sql`${id} <> ALL(${exceptIds}::uuid[])`]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** The conditions of the keys that a filter sets, in the order in which they are declared. */
export function createConditions(
  conditions: FilterSpec['conditions'],
  filter: FilterValues,
  context: FilterContext,
): Condition[] {
  return Object.entries(conditions).flatMap(([key, build]) => {
    const value = filter[key];
    return isSet(value) ? build(value, context) : [];
  });
}

/** The keys that a filter sets. */
export function listActiveFilterKeys(filter: FilterValues): string[] {
  return Object.entries(filter)
    .filter(([key, value]) => isSet(value) && !(key === 'deleted' && value === false))
    .map(([key]) => key);
}

/** An empty text filters nothing, so that an empty field of a saved view is ignored everywhere. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
