import type { LiveNoun } from '@handover/contract/events.ts';
import type { RecordType } from '@handover/contract/records.ts';
import type { Db } from '#db/client.ts';
import { visibleIds, type Readable } from '#platform/records/visible.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Notice } from '#platform/work.ts';

/**
 * Who receives the notices of a noun:
 * - `record`: members who may read the record.
 * - `attached`: members who may read one of the records in the notice; if there are none, members who may read
 *   the record itself, or all staff for a noun that is no record.
 * A notice of a whole list has the id of the workspace, names no record, and reaches all of them.
 * - `workspace`: all members of the workspace. `installation`: everyone.
 */
type LiveAudience = 'record' | 'attached' | 'workspace' | 'installation';

/** The audience of a noun. Notices of a noun without one are not sent. */
export type LiveSpec = {
  readonly noun: LiveNoun;
  readonly audience: LiveAudience;
  /** Who may read one of them, for a noun that belongs to people: administrators are asked as well. */
  readonly readable?: Readable;
};

/** How notices of a record type are sent. */
export type RecordLive = {
  readonly audience: LiveAudience;
  /**
   * The field by which other notices refer to this record type, and whether clients receive those notices.
   */
  readonly reference?: {
    readonly field: 'customerId' | 'businessId' | 'dealId';
    readonly isForClients: boolean;
  };
};

type LiveRecord = Readable & { readonly type: RecordType; readonly live?: RecordLive };

export type Audience = {
  /** Whether the member may receive the notice at all, regardless of records. */
  includes(member: Member, notice: Notice): boolean;
  /** Loads which notices refer to records that the member may read. */
  visibilityFor(db: Db, member: Member, notices: readonly Notice[]): Promise<(notice: Notice) => boolean>;
};

/** Decides by descriptors who receives a notice. */
export function createAudience(records: readonly LiveRecord[], others: readonly LiveSpec[]): Audience {
  const audiences = new Map<string, LiveAudience>(others.map(({ noun, audience }) => [noun, audience]));
  for (const { type, live } of records) if (live !== undefined) audiences.set(type, live.audience);
  const references = records.flatMap((record) =>
    record.live?.reference === undefined ? [] : [{ record, ...record.live.reference }],
  );
  const personal = new Map(others.map(({ noun, readable }) => [noun, readable]));
  /** The records of which the member must read one; null if the notice is for every member it includes. */
  const decidingOn = (member: Member, notice: Notice): { record: Readable; id: string }[] | null => {
    const { noun, id } = notice;
    if (id === notice.workspaceId && references.every(({ field }) => notice[field] == null)) return null;
    const own = personal.get(noun);
    if (own !== undefined) return [{ record: own, id }];
    if (member.scope === 'all') return null;
    const itself = records.find(({ type }) => type === noun);
    if (itself?.live?.audience === 'record') return [{ record: itself, id }];
    if (references.every(({ field }) => notice[field] == null))
      return itself === undefined ? null : [{ record: itself, id }];
    return references.flatMap(({ record, field, isForClients }) => {
      const named = notice[field];
      return named == null || (member.scope === 'client' && !isForClients) ? [] : [{ record, id: named }];
    });
  };
  return {
    includes: (member, notice) => isIncluded(member, notice, audiences.get(notice.noun)),
    visibilityFor: async (db, member, notices) => {
      const deciding = new Map(notices.map((notice) => [notice, decidingOn(member, notice)]));
      const named = [...deciding.values()].flatMap((asked) => asked ?? []);
      const visible = new Map<Readable, Set<string>>();
      for (const record of new Set(named.map((reference) => reference.record))) {
        const ids = named.flatMap((reference) => (reference.record === record ? [reference.id] : []));
        visible.set(record, await visibleIds(db, record, { member, ids }));
      }
      return (notice) => {
        const asked = deciding.get(notice);
        return asked === null || asked?.some(({ record, id }) => visible.get(record)?.has(id)) === true;
      };
    },
  };
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
