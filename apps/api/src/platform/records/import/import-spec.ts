import type { CapitalizedKind } from '@handover/domain/capitalization.ts';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import type { ImportMapping, ImportProblemKind, ImportRun } from '@handover/contract/records/imports.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { Quota } from '#platform/workspace-limits/quota.ts';

/** A field that a column can be mapped to. */
export type ImportField = {
  readonly key: string;
  readonly label: string;
  /** Headings of common exports, the best first; compared without case, accents, spaces, and punctuation. */
  readonly headings: readonly string[];
  /** Other headings, in lower case with single spaces for punctuation. */
  readonly headingPattern?: RegExp;
  /** The expected type of most values in a column with such a heading, if the heading is not enough. */
  readonly isLike?: (text: string) => boolean;
  /** Recognizes the values of a column with an unknown heading. */
  readonly isTypical?: (text: string) => boolean;
  /**
   * The words of a heading that identify its group, such as `mailing` in "Mailing City". Fields with this come from
   * columns that belong together.
   */
  readonly groupOf?: (heading: string) => string;
  /** The field that such a column of a second group has; without it, columns of other groups are ignored. */
  readonly inSecondGroup?: string;
  /** If a column has one of these fields, values alone are not evidence of this field. */
  readonly unlessMapped?: readonly string[];
  /** Values alone are evidence only if a column has one of these fields. */
  readonly onlyBeside?: readonly string[];
  /** The field that this one replaces if most values of its column are typical. */
  readonly replaces?: string;
  /** How a text in capitals is rewritten on request. */
  readonly capitalization?: CapitalizedKind;
  /** Parses a cell that is not empty; null for an invalid text. Without it, the value is the text itself. */
  readonly read?: (text: string) => unknown;
  /** The problem with a cell without a valid value, such as `not a date`. */
  readonly expected?: string;
  /** Whether the cells of several columns are joined; otherwise the first that is not empty counts. */
  readonly isJoined?: boolean;
};

/** The error of a row, and its column (its index in the file). */
export type RowError = {
  readonly column: number | null;
  readonly kind: ImportProblemKind;
  readonly message: string;
};
/** A cell that its field does not accept. */
export type CellProblem = { readonly field: string; readonly message: string };

/** The keys that identify a record. */
export type MatchKeys = {
  /** The keys that find it, for each of the spec's identities, in their order. */
  readonly groups: readonly (readonly string[])[];
  /** The keys by which other records find it, if they differ from the keys of the groups. */
  readonly foundBy?: readonly string[];
  /**
   * Its numbers by kind, such as its NPI. Two records with different numbers of one kind are different, regardless of
   * other matches.
   */
  readonly identifiers: Readonly<Record<string, string>>;
};

/** The data of a row about a record. */
export type Candidate<Input = unknown, Stored = unknown> = {
  readonly kind: 'candidate';
  readonly name: string;
  readonly input: Input;
  readonly keys: MatchKeys;
  readonly group?: 'individual' | 'organization';
  /** The values for the preview, by field. */
  show(): Record<string, string>;
  /** Why the row can neither create a record (null) nor update this one. */
  findProblem?(stored: Stored | null): CellProblem | null;
};
export type RejectedRow = {
  readonly kind: 'rejected';
  /** At least one; the first explains the row best. */
  readonly faults: readonly RowError[];
  readonly name: string | null;
  show(): Record<string, string>;
};
export type Outcome<Input = unknown, Stored = unknown> = Candidate<Input, Stored> | RejectedRow;

/** How the rows of a file are read, and for which member. */
export type ReadOptions = {
  readonly actor: Member;
  readonly mapping: ImportMapping;
  /** How many columns the header has. */
  readonly width: number;
  readonly overwrite: ImportRun['overwrite'];
  readonly fixCapitalization: boolean;
  /** Fields that accept values. */
  readonly customFields: readonly CustomField[];
  /** Whether a write follows, so that the records that values refer to must not change until then. */
  readonly isLocking: boolean;
};

/** A record of the workspace that a row may be about. */
export type MatchedRecord<Stored = unknown> = {
  readonly id: string;
  readonly name: string;
  readonly keys: MatchKeys;
  readonly isInTrash: boolean;
  /** Whether it is in a trash that the importing member does not see. */
  readonly isHidden?: boolean;
  readonly stored: Stored;
};

export type ImportKey = { readonly workspaceId: string; readonly importId: string };

/** The effect of a row on a record, with the data for undoing it. */
export type Change = {
  readonly row: number;
  readonly recordId: string;
  readonly kind: 'created' | 'updated';
  /** Null when no column of the record changed. */
  readonly versionAfter: number | null;
  /** The columns of an updated record and their values; null when none changed. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** Additional data for the undo, in a form specific to the record type. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

type Row<Input> = { readonly row: number; readonly recordId: string; readonly input: Input };
/** The rows of a batch that are to be written. */
export type WriteBatch<Input = unknown, Stored = unknown> = {
  readonly actor: Member;
  readonly key: ImportKey;
  readonly fileName: string;
  readonly overwrite: ImportRun['overwrite'];
  readonly created: readonly Row<Input>[];
  readonly updated: readonly (Row<Input> & { readonly stored: Stored })[];
  /** Records the changes for the undo. Call it once, before an existing record is changed. */
  note(changes: readonly Change[]): Promise<void>;
};

/** The current state of an imported record whose import is to be undone. */
export type RecordNow = {
  readonly id: string;
  readonly version: number;
  /** Why it may not be deleted if the import created it. */
  readonly keepReason: string | null;
};

/**
 * How records of one type are imported from files. Methods instead of function properties, so that specs of different
 * inputs fit in one list: the engine passes to a spec only what came from it.
 */
export type ImportSpec<Input = unknown, Stored = unknown> = {
  readonly fields: readonly ImportField[];
  /** At least one of these fields must be mapped; `hint` asks for it. */
  readonly naming: { readonly fields: readonly string[]; readonly hint: string };
  /** The matching keys of records, most reliable first. */
  readonly identities: readonly { readonly label: string; readonly fields: readonly string[] }[];
  /** The quota of the workspace's plan that a new record uses. */
  readonly quota: Quota | null;
  readRows(
    db: Db,
    rows: readonly (readonly string[])[],
    reading: ReadOptions,
  ): Promise<Outcome<Input, Stored>[]>;
  /** Possible matches in the actor's scope, including deleted records; locked if a write follows. */
  listExisting(
    db: Db,
    actor: Member,
    asked: { keys: readonly MatchKeys[]; isLocking: boolean },
  ): Promise<MatchedRecord<Stored>[]>;
  write(work: Work, batch: WriteBatch<Input, Stored>): Promise<void>;
  /** Updates the planner's statistics of the tables that an import fills. */
  analyze(db: Db): Promise<void>;
  /** The names of records that still exist. */
  listNames(db: Db, key: { workspaceId: string; ids: readonly string[] }): Promise<Map<string, string>>;
  readonly undo: {
    /** The records of some rows, locked. */
    lock(db: Db, key: ImportKey, rows: readonly number[]): Promise<RecordNow[]>;
    /** Deletes records and everything that the import added to them. */
    remove(db: Db, key: ImportKey, ids: readonly string[]): Promise<void>;
    /** Restores updated records from `import_changes`. */
    restore(db: Db, key: ImportKey, rows: readonly number[]): Promise<void>;
    /** Cleans up once nothing is left to undo. */
    end?(db: Db, key: ImportKey): Promise<void>;
  };
};

/** A record type that can be imported, with its labels. */
export type Importable = {
  readonly type: RecordType;
  readonly labels: { readonly one: string; readonly many: string };
  readonly spec: ImportSpec;
};
