import type { LiveNoun } from '@handover/contract/http/events.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { Db } from '#db/client.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import { findVisibleIds, type Readable } from '#platform/records/visible.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { isAdmin } from '#platform/session/policy.ts';
import type { Notice } from '#platform/work.ts';

/**
 * Who receives the notices of a noun:
 * - `record`: members who may read the record.
 * - `attached`: members who may read one of the records in the notice; if there are none, members who may read the
 * record itself, or all staff for a noun that is not a record. A notice of a whole list has the id of the workspace,
 * refers to no record, and goes to all of them.
 * - `workspace`: all members of the workspace; the record ids go only to administrators. `installation`: everyone.
 */
type LiveAudience = 'record' | 'attached' | 'workspace' | 'installation';

/** The audience of a noun. Notices of a noun without one are not sent. */
export type LiveSpec = {
  readonly noun: LiveNoun;
  readonly audience: LiveAudience;
  /** How to check which members may read a record, for a noun that belongs to people; applies to administrators too. */
  readonly readable?: Readable;
  /** Whether members who may not read it are still notified that their lists have changed, without its id. */
  readonly changesLists?: boolean;
};

/** How notices of a record type are sent. */
export type RecordLive = {
  readonly audience: LiveAudience;
  /** Whether even staff who see the whole workspace may read only some of the records. */
  readonly isPersonal?: boolean;
  /**
   * The field by which other notices refer to this record type, and whether clients receive those notices.
   */
  readonly reference?: {
    readonly field: 'customerId' | 'businessId' | 'dealId';
    readonly isForClients: boolean;
  };
};

type LiveRecord = Readable & { readonly type: RecordType; readonly live?: RecordLive };
type NamedRecord = { readonly record: Readable; readonly id: string };

export type Audience = {
  /** Whether the member may receive the notice at all, regardless of records. */
  includes(member: Member, notice: Notice): boolean;
  /** The notices that the member may receive, without the records in them that they may not read. */
  readableBy(db: Db, member: Member, notices: readonly Notice[]): Promise<Notice[]>;
};

/** Decides by descriptors who receives a notice, and which of its records they see. */
export function createAudience(records: readonly LiveRecord[], others: readonly LiveSpec[]): Audience {
  const audiences = new Map<string, LiveAudience>(others.map(({ noun, audience }) => [noun, audience]));
  for (const { type, live } of records) if (live !== undefined) audiences.set(type, live.audience);
  const byType = new Map<string, LiveRecord>(records.map((record) => [record.type, record]));
  const specs = new Map<string, LiveSpec>(others.map((spec) => [spec.noun, spec]));
  const references = records.flatMap((record) =>
    record.live?.reference === undefined ? [] : [{ record, ...record.live.reference }],
  );
  const planFor = (member: Member, notice: Notice): Plan => {
    const named = references.flatMap(({ record, field, isForClients }) => {
      const id = notice[field];
      return id == null ? [] : [{ record, field, isForClients, id }];
    });
    const spec = specs.get(notice.noun);
    const itself = byType.get(notice.noun);
    return { notice, spec, named, deciding: findDecidingRecords(member, { notice, spec, itself, named }) };
  };
  return {
    includes: (member, notice) =>
      isOpen(member, byType.get(notice.noun)) && isIncluded(member, notice, audiences.get(notice.noun)),
    readableBy: async (db, member, notices) => {
      const plans = notices.map((notice) => planFor(member, notice));
      const asked = plans.flatMap(({ deciding, named }) => [...(deciding ?? []), ...named]);
      const isReadable = await findReadable(db, member, asked);
      return plans.flatMap((plan) => narrowNotice(member, plan, isReadable));
    },
  };
}

type ReferredRecord = NamedRecord & {
  readonly field: 'customerId' | 'businessId' | 'dealId';
  readonly isForClients: boolean;
};

type Plan = {
  readonly notice: Notice;
  readonly spec: LiveSpec | undefined;
  readonly named: readonly ReferredRecord[];
  /** The records of which the member must read one; null if the notice is for every member it includes. */
  readonly deciding: readonly NamedRecord[] | null;
};

function findDecidingRecords(
  member: Member,
  { notice, spec, itself, named }: Omit<Plan, 'deciding'> & { readonly itself: LiveRecord | undefined },
): Plan['deciding'] {
  const { id } = notice;
  if (id === notice.workspaceId && named.length === 0) return null;
  if (spec?.readable !== undefined) return [{ record: spec.readable, id }];
  if (itself?.live?.audience === 'record') return [{ record: itself, id }];
  if (named.length === 0) return itself === undefined ? null : [{ record: itself, id }];
  return named.filter(({ isForClients }) => member.scope !== 'client' || isForClients);
}

/** The notice as the member may receive it; empty if they may not. */
function narrowNotice(
  member: Member,
  { notice, spec, named, deciding }: Plan,
  isReadable: (named: NamedRecord) => boolean,
): Notice[] {
  const isForThem = deciding === null || deciding.some(isReadable);
  if (!isForThem && spec?.changesLists !== true) return [];
  const hidden = named.filter((reference) => !isReadable(reference));
  const isNamed = isForThem && (spec?.audience !== 'workspace' || isAdmin(member));
  return [
    {
      ...notice,
      ...(isNamed || notice.workspaceId === null ? {} : { id: notice.workspaceId }),
      ...Object.fromEntries(hidden.map(({ field }) => [field, null])),
    },
  ];
}

/** Loads which of the records the member may read. */
async function findReadable(
  db: Db,
  member: Member,
  named: readonly NamedRecord[],
): Promise<(named: NamedRecord) => boolean> {
  const visible = new Map<Readable, Set<string>>();
  for (const record of new Set(named.map((one) => one.record))) {
    const ids = named.flatMap((one) => (one.record === record ? [one.id] : []));
    const isAsked = isOpen(member, record) && !canSeeAll(member, record);
    if (isAsked) visible.set(record, await findVisibleIds(db, record, { member, ids }));
  }
  return ({ record, id }) =>
    isOpen(member, record) && (canSeeAll(member, record) || visible.get(record)?.has(id) === true);
}

/** Whether the area of a record is open to the member. */
function isOpen(member: Member, record: Readable | LiveRecord | undefined): boolean {
  return record === undefined || !('type' in record) || isRecordAreaOpen(member, record.type);
}

/** Whether the member may read all records of this type in the workspace. */
function canSeeAll(member: Member, record: Readable | LiveRecord): boolean {
  if (!('type' in record) || member.scope !== 'all') return false;
  return isAdmin(member) || record.live?.isPersonal !== true;
}

function isIncluded(member: Member, notice: Notice, audience: LiveAudience | undefined): boolean {
  if (audience === undefined) return false;
  if (audience === 'installation') return true;
  // A notice without a workspace is for one user in any workspace.
  if (notice.workspaceId === null) return notice.userId === member.userId;
  if (notice.workspaceId !== member.workspaceId) return false;
  if (notice.userId !== undefined) return notice.userId === member.userId;
  return member.scope !== 'client' || audience === 'workspace' || notice.isForClient === true;
}
