import type { LiveNoun } from '@handover/contract/events.ts';
import type { RecordType } from '@handover/contract/records.ts';
import type { Db } from '#db/client.ts';
import { visibleIds, type Readable } from '#platform/records/visible.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Notice } from '#platform/work.ts';

/**
 * Who receives the notices of a noun:
 * - `record`: members who may read the record.
 * - `attached`: members who may read one of the records in the notice; all staff if there are none.
 * - `workspace`: all members of the workspace. `installation`: everyone.
 */
type LiveAudience = 'record' | 'attached' | 'workspace' | 'installation';

/** The audience of a noun. Notices of a noun without one are not sent. */
export type LiveSpec = { readonly noun: LiveNoun; readonly audience: LiveAudience };

/** How notices of a record type are sent. */
export type RecordLive = {
  readonly audience: LiveAudience;
  /**
   * The field by which other notices refer to this record type, and whether clients receive those notices.
   */
  readonly reference?: { readonly field: 'customerId' | 'businessId'; readonly isForClients: boolean };
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
  const referencesOf = (member: Member, notice: Notice): { record: LiveRecord; id: string }[] => {
    const itself = records.find(({ type }) => type === notice.noun);
    if (itself !== undefined && audiences.get(notice.noun) === 'record')
      return [{ record: itself, id: notice.id }];
    return references.flatMap(({ record, field, isForClients }) => {
      const id = notice[field];
      return id == null || (member.scope === 'client' && !isForClients) ? [] : [{ record, id }];
    });
  };
  return {
    includes: (member, notice) => isIncluded(member, notice, audiences.get(notice.noun)),
    visibilityFor: async (db, member, notices) => {
      if (member.scope === 'all') return () => true;
      const named = notices.flatMap((notice) => referencesOf(member, notice));
      const visible = new Map<LiveRecord, Set<string>>();
      for (const record of new Set(named.map((reference) => reference.record))) {
        const ids = named.flatMap((reference) => (reference.record === record ? [reference.id] : []));
        visible.set(record, await visibleIds(db, record, { member, ids }));
      }
      return (notice) => {
        const refersToNone = references.every(({ field }) => notice[field] == null);
        const found = referencesOf(member, notice);
        if (found.length === 0) return refersToNone;
        return found.some(({ record, id }) => visible.get(record)?.has(id) === true);
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
