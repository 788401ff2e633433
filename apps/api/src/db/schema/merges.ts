import type { Generated } from 'kysely';
import type { Json } from './foundation.ts';

export type MergesTable = {
  workspace_id: string;
  id: string;
  survivor_id: string;
  merged_id: string;
  /** Fields taken from the merged customer. */
  fields: string[];
  survivor_before: Json;
  survivor_after: Json;
  merged_before: Json;
  /** The survivor's rows of `customer_contact_points`. */
  contact_points_before: Json;
  contact_points_after: Json;
  /** Fields that an undo left alone because they had been edited. */
  unrestored_fields: Generated<string[]>;
  created_by: string;
  created_at: Date;
  undone_by: string | null;
  undone_at: Date | null;
};

export type MergePiecesTable = {
  workspace_id: string;
  merge_id: string;
  /** A record type, or the name of other related rows. */
  kind: string;
  record_id: string;
  /** The survivor had the same row, so an undo does not remove it. */
  is_shared: Generated<boolean>;
  /** The original row, if it has no ID. */
  before: Json | null;
};

/** Customers to be checked for duplicates again. */
export type DuplicateChecksTable = {
  workspace_id: string;
  customer_id: string;
  /** Changes with the customer, so that a change during a check is not lost. */
  mark: Generated<string>;
};

export type DuplicatePairsTable = {
  workspace_id: string;
  low_id: string;
  high_id: string;
  reasons: string[];
  score: number;
};

export type DuplicateDismissalsTable = {
  workspace_id: string;
  low_id: string;
  high_id: string;
  dismissed_by: string;
  dismissed_at: Date;
};

export type MergeTables = {
  merges: MergesTable;
  merge_pieces: MergePiecesTable;
  duplicate_checks: DuplicateChecksTable;
  duplicate_pairs: DuplicatePairsTable;
  duplicate_dismissals: DuplicateDismissalsTable;
};
