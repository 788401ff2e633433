import type { Generated } from 'kysely';

export type StoredObjectTables = {
  /** Keys that wrap those of objects: a current one of each workspace, and of the installation. */
  file_keys: {
    id: string;
    workspace_id: string | null;
    /** Encrypted with the installation's secret key. */
    sealed_key: string;
    created_at: Generated<Date>;
    rotated_at: Generated<Date | null>;
    /** Since when new objects use another key: this one cannot be opened. */
    retired_at: Generated<Date | null>;
  };
  /** Registered before the first byte is written; without a key until a row refers to it. */
  stored_objects: {
    id: string;
    /** Null for the installation's. */
    workspace_id: Generated<string | null>;
    key_id: Generated<string | null>;
    wrapped_key: Generated<Buffer | null>;
    /** Of the plain bytes. */
    object_bytes: Generated<number | null>;
    /** Of the encrypted bytes, so that copies can be checked without a key. */
    sealed_sha256: Generated<Buffer | null>;
    created_at: Generated<Date>;
  };
  /** Names of objects that no row refers to anymore, to be removed from the store. A trigger adds them. */
  removed_objects: { name: string; removed_at: Generated<Date> };
};
