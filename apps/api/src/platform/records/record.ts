import type { RecordLabels, RecordType } from '@handover/contract/records/records.ts';
import type { RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/schema/database.ts';
import type { Member } from '#platform/session/actor.ts';
import type { BulkSpec } from './bulk/bulk.ts';
import type { ExportSpec } from './export/to-csv.ts';
import type { RecordFiles } from './files.queries.ts';
import type { HandoverSpec } from './handover/handover.queries.ts';
import type { RecordLive } from '../live/audience.ts';
import type { FilterSpec, FilterValues } from './list/filter.queries.ts';
import type { ListSpec } from './list/list-spec.ts';
import type { Order } from './list/sort.queries.ts';
import type { ImportSpec } from './import/import-spec.ts';
import type { Reference, RelatedRows } from './merge/related-rows.queries.ts';
import type { RecordTags } from './tags/tags.queries.ts';
import type { RecordSearch } from './search/ranked-by.ts';
import type { TimelineSubject } from './timeline.ts';

/**
 * One kind of record as the engines see it. Each optional part is the spec of one engine, defined next to that engine;
 * a record without the part lacks the capability.
 */
export type RecordDescriptor = {
  readonly type: RecordType;
  /** In lower case, for use in sentences. */
  readonly labels: RecordLabels;
  readonly table: keyof Database;
  /** The FROM clause: the table under its own name, with the joins that `scope`, a filter, and an order need. */
  from(member: Member, filter?: FilterValues, order?: Order): RawBuilder<unknown>;
  /** The one read predicate, as a condition on `from`: the member's workspace, their scope, and their grants. */
  scope(member: Member): RawBuilder<boolean>;
  /** Whether access to a single record can be granted. */
  readonly isGrantable?: boolean;
  /**
   * Why a record, of this or another type, cannot be shared with a person, who may have no login yet; null if records
   * of this type are no obstacle.
   */
  findGrantObstacle?(
    db: Db,
    grant: {
      readonly workspaceId: string;
      readonly recordType: RecordType;
      readonly recordId: string;
      readonly userId: string | null;
      readonly emailKey: string;
    },
  ): Promise<string | null>;
  /** Whether a record opens a data room to those it is shared with, up to a level. */
  readonly hasDocumentLevels?: boolean;
  /** Whether the client themselves owns a record, as a condition on `from`: they may then let others view it. */
  isOwn?(member: Member): RawBuilder<boolean>;
  /** The label of a record in the audit log, as an expression on `from`; if missing, only its id is logged. */
  readonly auditName?: RawBuilder<unknown>;
  readonly live?: RecordLive;
  /** How timelines name a record in its entries; without it, entries do not name it. */
  readonly timeline?: TimelineSubject['view'];
  readonly search?: RecordSearch;
  readonly files?: RecordFiles;
  readonly tags?: RecordTags;
  readonly filter?: FilterSpec;
  readonly list?: ListSpec;
  readonly export?: ExportSpec;
  readonly import?: ImportSpec;
  readonly bulk?: BulkSpec;
  readonly handover?: HandoverSpec;
  /** The record types that its records refer to: merged records are replaced by the remaining ones. */
  readonly references?: readonly Reference[];
  /** The rows that a merge of its records moves, in addition to the records that refer to them. */
  readonly relatedRows?: readonly RelatedRows[];
};

/** The records of the installation, by type. */
export type Records = {
  readonly all: readonly RecordDescriptor[];
  get(type: RecordType): RecordDescriptor;
};

/** Throws if a type is described twice, or if an undescribed type is requested. */
export function createRecords(all: readonly RecordDescriptor[]): Records {
  const byType = new Map<string, RecordDescriptor>(all.map((record) => [record.type, record]));
  if (byType.size !== all.length) throw new Error('A record type is described twice');
  return {
    all,
    get: (type) => {
      const record = byType.get(type);
      if (record === undefined) throw new Error(`No record is described as ${type}`);
      return record;
    },
  };
}
