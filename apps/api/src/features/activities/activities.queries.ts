import {
  activityTypes,
  type Activity,
  type ActivityType,
  type SubjectKind,
} from '@handover/contract/records/activities.ts';
import { recordInfo, recordTypes } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import type { Position } from '#lib/pagination.ts';
import { inBusinessScope } from '#features/businesses/businesses.public.ts';
import {
  inCustomerScope,
  createPreparedScope,
  getScopeParts,
  type ScopeShape,
  type ScopeValues,
} from '#features/customers/customers.public.ts';
import type { TimelineSubject } from '#platform/records/timeline.ts';
import { isOpenTo } from '#platform/session/access.ts';
import type { Member } from '#platform/session/actor.ts';

export type ActivityRow = {
  id: string;
  type: ActivityType;
  subject_kind: SubjectKind;
  subject_id: string;
  actor_id: string | null;
  actor_name: string | null;
  detail: Record<string, unknown>;
  occurred_at: Date;
  label: string | null;
  body: string | null;
  /** The subject's delivery state, if its kind has one that the member may see. */
  state: Activity['delivery'];
  /** The entry's customer, if the member may open it. */
  customer_id: string | null;
  customer_name: string | null;
  /** The entry's business, if the member may open it. */
  business_id: string | null;
  business_name: string | null;
  /** How many records the entry's import or bulk action changed; null for other entries. */
  run_count: number | null;
};

/**
 * Timeline of a customer, business, or deal, or of the whole workspace since a time, limited to entries that the member
 * may see.
 */
export type Timeline = {
  readonly of:
    | { readonly customerId: string }
    | { readonly businessId: string }
    | { readonly dealId: string }
    | { readonly since: Date };
  readonly types: readonly ActivityType[] | null;
};

type Values = ScopeValues & {
  /** ID of the customer, business, or deal, or the start time. */
  of: string | Date;
  types: readonly ActivityType[] | null;
  afterAt: unknown;
  afterId: unknown;
  limit: number;
};

type Shape = ScopeShape & {
  of: 'customer' | 'business' | 'deal' | 'since';
  isOfTypes: boolean;
  isAfter: boolean;
  /** Whether businesses and deals are open to the member. */
  seesBusinesses: boolean;
};

type TimelinePage = Timeline & { after: Position | null; limit: number };

/**
 * Reads timelines of records with checked access, newest first. Limits the page first, then reads current
 * data of the subjects.
 */
export function createTimelines(
  subjects: readonly TimelineSubject[],
): (db: Db, member: Member, page: TimelinePage) => Promise<ActivityRow[]> {
  const build = (_db: Db, values: Values, shape: Shape): RawBuilder<ActivityRow> =>
    selectPageRows(values, shape, subjects);
  const selectPage = prepareStatement(build);
  return async (db, member, page) => {
    const { values, shape } = createParts(member, page);
    // One plan serves all records, but the best plan of a feed depends on the time.
    if (shape.of === 'since') return (await selectPageRows(values, shape, subjects).execute(db)).rows;
    return selectPage(db, values, shape);
  };
}

export async function countActivities(db: Db, member: Member, timeline: Timeline): Promise<number> {
  const { values, shape } = createParts(member, { ...timeline, after: null, limit: 0 });
  const [row] = await selectCount(db, values, shape);
  return row?.count ?? 0;
}

function createParts(
  member: Member,
  { of, types: requestedTypes, after, limit }: TimelinePage,
): { values: Values; shape: Shape } {
  const scope = getScopeParts(member);
  const types = listOpenTypes(member, requestedTypes);
  const [kind, which] =
    'customerId' in of
      ? (['customer', of.customerId] as const)
      : 'businessId' in of
        ? (['business', of.businessId] as const)
        : 'dealId' in of
          ? (['deal', of.dealId] as const)
          : (['since', of.since] as const);
  return {
    values: {
      ...scope.values,
      of: which,
      types,
      afterAt: after?.[0] ?? null,
      afterId: after?.[1] ?? null,
      limit,
    },
    shape: {
      ...scope.shape,
      of: kind,
      isOfTypes: types !== null,
      isAfter: after !== null,
      seesBusinesses: isOpenTo(member, 'business-center'),
    },
  };
}

/** The types without those of record types that are closed to the member; null for all. */
function listOpenTypes(member: Member, types: Timeline['types']): Timeline['types'] {
  const closed = recordTypes.filter((type) => !isOpenTo(member, recordInfo[type].area));
  if (closed.length === 0) return types;
  return (types ?? activityTypes).filter((type) => !closed.some((record) => type.startsWith(`${record}.`)));
}

/** Reads each kind of subject once for the page; a join per entry would search all kinds. */
function selectPageRows(v: Values, shape: Shape, kinds: readonly TimelineSubject[]): RawBuilder<ActivityRow> {
  return sql<ActivityRow>`
    WITH page AS MATERIALIZED (${shape.of === 'since' ? selectFeedPage(v, shape) : selectTimelinePage(v, shape)}
    ), actors AS MATERIALIZED (
      SELECT id, display_name FROM users WHERE id = ANY(ARRAY(SELECT DISTINCT actor_id FROM page))
    ), owners AS MATERIALIZED (
      SELECT id, name, user_id FROM customers
      WHERE ${inScope(v, shape)} AND id = ANY(ARRAY(SELECT DISTINCT customer_id FROM page)) AND deleted_at IS NULL
    ), places AS MATERIALIZED (${selectBusinesses(v, shape)}
    ), subjects AS MATERIALIZED (${selectSubjects(v, shape, kinds)})
    SELECT page.id, page.type, page.subject_kind, page.subject_id, page.actor_id, ${selectActorName(v, shape)} AS actor_name, page.detail, page.occurred_at,
           owners.id AS customer_id, owners.name AS customer_name, places.id AS business_id, places.name AS business_name, page.run_count, subjects.label, subjects.state,
           coalesce(subjects.body, ${shape.scope === 'client' ? sql`NULL` : sql`page.detail->>'reason'`}) AS body
    FROM page
    LEFT JOIN actors ON actors.id = page.actor_id
    LEFT JOIN owners ON owners.id = page.customer_id
    LEFT JOIN places ON places.id = page.business_id
    LEFT JOIN subjects ON subjects.kind = page.subject_kind AND subjects.id = page.subject_id
      AND (subjects.only_beside IS NULL OR subjects.only_beside = page.customer_id)
    ORDER BY page.occurred_at DESC, page.id DESC`;
}

/** Clients do not see who acts for the other side of a deal. */
function selectActorName(v: Values, { scope }: Shape): RawBuilder<unknown> {
  if (scope !== 'client') return sql`actors.display_name`;
  return sql`CASE WHEN page.deal_id IS NULL OR page.actor_id = owners.user_id OR NOT EXISTS (
      SELECT FROM memberships WHERE workspace_id = ${v.workspaceId} AND user_id = page.actor_id AND role = 'CLIENT')
    THEN actors.display_name END`;
}

function selectTimelinePage(v: Values, shape: Shape): RawBuilder<unknown> {
  return sql`
      SELECT a.*, NULL::int AS run_count FROM activities a
      WHERE ${inTimeline(v, shape)} AND ${isAfter(v, shape)}
      ORDER BY a.occurred_at DESC, a.id DESC LIMIT ${v.limit}`;
}

/** One entry for each import, bulk action, and handover: the newest that the member may see. */
function selectFeedPage(v: Values, shape: Shape): RawBuilder<unknown> {
  const started = sql`workspace_id = ${v.workspaceId} AND created_at >= ${v.of}`;
  return sql`
      SELECT * FROM (
        (SELECT a.*, NULL::int AS run_count FROM activities a
        WHERE ${inTimeline(v, shape)} AND a.run_id IS NULL AND ${isAfter(v, shape)}
        ORDER BY a.occurred_at DESC, a.id DESC LIMIT ${v.limit})
        UNION ALL
        SELECT a.* FROM (
          SELECT id, created_count + updated_count AS count FROM imports WHERE ${started}
          UNION ALL SELECT id, done_count FROM bulk_runs WHERE ${started}
          UNION ALL SELECT id, record_count FROM handovers WHERE ${started}
        ) AS runs CROSS JOIN LATERAL (
          SELECT a.*, runs.count FROM activities a WHERE ${inTimeline(v, shape)} AND a.run_id = runs.id
          ORDER BY a.occurred_at DESC, a.id DESC LIMIT 1) AS a
        WHERE ${isAfter(v, shape)}
      ) AS entries
      ORDER BY occurred_at DESC, id DESC LIMIT ${v.limit}`;
}

function isAfter(v: Values, shape: Shape): RawBuilder<unknown> {
  return shape.isAfter ? sql`(a.occurred_at, a.id) < (${v.afterAt}, ${v.afterId})` : sql`true`;
}

const selectCount = prepareStatement(
  (_db, v: Values, shape: Shape) =>
    sql<{ count: number }>`SELECT count(*)::int AS count FROM activities a WHERE ${inTimeline(v, shape)}`,
);

/** Names and texts of the page's subjects, as each record type presents them to the reader. */
function selectSubjects(v: Values, shape: Shape, subjects: readonly TimelineSubject[]): RawBuilder<unknown> {
  const reader = { userId: v.userId, scope: shape.scope, isInScope: inScope(v, shape) };
  const selects = subjects.map(({ kind, table, view }) => {
    const { joins, label, excerpt, state, condition, onlyBeside } = view(reader);
    const [id, workspaceId] = [sql.ref(`${table}.id`), sql.ref(`${table}.workspace_id`)];
    return sql`
      SELECT ${sql.lit(kind)} AS kind, ${id} AS id, ${label} AS label, ${excerpt ?? sql`NULL::text`} AS body, ${state ?? sql`NULL::jsonb`} AS state, ${onlyBeside ?? sql`NULL::uuid`} AS only_beside
      FROM ${sql.table(table)} ${joins ?? sql``}
      WHERE ${workspaceId} = ${v.workspaceId} AND ${id} = ANY(ARRAY(SELECT subject_id FROM page WHERE subject_kind = ${sql.lit(kind)}))
        AND ${condition ?? sql`true`}`;
  });
  return sql.join(selects, sql` UNION ALL `);
}

function inScope(values: Values, shape: Shape): RawBuilder<unknown> {
  return inCustomerScope(createPreparedScope(values, shape));
}

function inTimeline(v: Values, shape: Shape): RawBuilder<unknown> {
  const ofTypes = shape.isOfTypes ? sql`a.type = ANY(${v.types}::text[])` : sql`true`;
  return sql`a.workspace_id = ${v.workspaceId} AND ${ofRecord(v, shape)} AND ${ofTypes} AND ${forAudience(v, shape)}`;
}

function ofRecord(v: Values, shape: Shape): RawBuilder<unknown> {
  if (shape.of === 'customer') return sql`a.customer_id = ${v.of}`;
  if (shape.of === 'business') return sql`a.business_id = ${v.of}`;
  if (shape.of === 'deal') return sql`a.deal_id = ${v.of}`;
  return sql`a.occurred_at >= ${v.of} AND ${inFeed(v, shape)}`;
}

/** The whole workspace, or entries of the member's own customers and businesses. */
function inFeed(v: Values, shape: Shape): RawBuilder<unknown> {
  if (shape.scope === 'all') return shape.seesBusinesses ? sql`true` : sql`a.customer_id IS NOT NULL`;
  const ofCustomers = sql`a.customer_id IN (SELECT customers.id FROM customers WHERE ${inScope(v, shape)} AND customers.deleted_at IS NULL)`;
  if (!shape.seesBusinesses) return ofCustomers;
  return sql`(${ofCustomers}
    OR a.business_id IN (SELECT id FROM (${selectVisibleBusinesses(v, shape)}) AS visible))`;
}

/** Businesses of the page's entries that the member may open; none for clients. */
function selectBusinesses(v: Values, shape: Shape): RawBuilder<unknown> {
  if (shape.scope === 'client' || !shape.seesBusinesses)
    return sql`SELECT NULL::uuid AS id, NULL AS name WHERE false`;
  return sql`${selectVisibleBusinesses(v, shape)} AND businesses.id = ANY(ARRAY(SELECT DISTINCT business_id FROM page))`;
}

function selectVisibleBusinesses(v: Values, shape: Shape): RawBuilder<unknown> {
  return sql`SELECT businesses.id, businesses.name FROM businesses
    LEFT JOIN customers ON customers.workspace_id = businesses.workspace_id AND customers.id = businesses.owner_id
      AND customers.deleted_at IS NULL AND ${inScope(v, shape)}
    WHERE businesses.workspace_id = ${v.workspaceId} AND businesses.deleted_at IS NULL AND ${inBusinessScope(createPreparedScope(v, shape))}`;
}

/** Clients see only entries meant for them. Staff see entries of shared mailboxes and their own. */
function forAudience(v: Values, shape: Shape): RawBuilder<unknown> {
  if (shape.scope === 'client') return sql`a.audience = 'client'`;
  return sql`(a.audience <> 'mailbox' OR EXISTS (
    SELECT FROM messages m JOIN mailboxes b ON b.workspace_id = m.workspace_id AND b.id = m.mailbox_id
    WHERE m.workspace_id = a.workspace_id AND m.id = a.subject_id AND (b.owner_id IS NULL OR b.owner_id = ${v.userId})))`;
}
