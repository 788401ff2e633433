import type { QuestionEventType, QuestionState } from '@handover/contract/documents/room-questions.ts';
import type { RoomRequestState } from '@handover/contract/documents/room-request-states.ts';
import type { AttestationVersion } from '@handover/domain/phi/attestation.ts';
import type { DocumentLevel } from '@handover/contract/deals/deal-stages.ts';
import type { ColumnType, Generated } from 'kysely';

export type DocumentsTable = {
  workspace_id: string;
  id: string;
  /** The display name; the file keeps the name it was uploaded with. */
  name: string;
  name_sort: Generated<string>;
  /** The content of the current version. */
  file_id: string;
  number: Generated<number>;
  folder_id: string | null;
  /** The data room request that it answers. */
  request_id: Generated<string | null>;
  /** When staff rejected it as an answer to that request. */
  rejected_at: Generated<Date | null>;
  audience: Generated<'staff' | 'client'>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** When it last became new to buyers: its content changed, or more of them can open it. */
  available_at: Date;
  deleted_at: Date | null;
  version: Generated<number>;
};

export type DocumentVersionsTable = {
  workspace_id: string;
  document_id: string;
  number: number;
  file_id: string;
  added_by: string;
  added_at: Date;
};

/** One of the record ids is set. */
export type DocumentRecordsTable = {
  workspace_id: string;
  id: string;
  document_id: string;
  customer_id: string | null;
  business_id: string | null;
  deal_id: Generated<string | null>;
};

export type DocumentTagsTable = { workspace_id: string; document_id: string; tag_id: string };

export type DocumentFoldersTable = {
  workspace_id: string;
  id: string;
  parent_id: string | null;
  name: string;
  /** Set only in a data room, like `level`. */
  room_id: Generated<string | null>;
  /** The number in the index of the room, such as "03.1". */
  number: Generated<string | null>;
  level: Generated<DocumentLevel | null>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
};

export type DataRoomsTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  state: Generated<'open' | 'frozen'>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  reminded_on: Generated<string | null>;
  version: Generated<number>;
};

export type RoomRequestsTable = {
  workspace_id: string;
  id: string;
  room_id: string;
  folder_id: string;
  position: number;
  title: string;
  state: Generated<RoomRequestState>;
  due_on: Generated<string | null>;
  expires_on: Generated<string | null>;
  refusal: Generated<string | null>;
  verified_by: Generated<string | null>;
  verified_at: Generated<Date | null>;
  reminded_on: Generated<string | null>;
  overdue_noted: Generated<string | null>;
  expiry_noted: Generated<string | null>;
  task_id: Generated<string | null>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type DocumentViewsTable = {
  workspace_id: string;
  id: string;
  document_id: string;
  number: number;
  room_id: string | null;
  user_id: string;
  ip_address: string | null;
  viewed_at: Date;
};

export type RoomVisitsTable = {
  workspace_id: string;
  room_id: string;
  user_id: string;
  visited_at: Date;
  visited_before: Date | null;
};

/** Findings from reading a file's text. A file without a row has not been read yet. */
export type FileTextsTable = {
  workspace_id: string;
  file_id: string;
  /** `unfinished`: reading it took too much time or memory. */
  state: 'ready' | 'none' | 'password' | 'damaged' | 'too-large' | 'unfinished';
  page_count: number;
  is_cut: boolean;
  /** The scan for patient information could not read some of it. */
  is_partly_scanned: Generated<boolean>;
};

/** Files with text to extract. */
export type UnreadFilesTable = { workspace_id: string; file_id: string; priority: Generated<number> };

/** A page, slide, or sheet of a file; the first is 1. */
export type FileTextPagesTable = {
  workspace_id: string;
  file_id: string;
  page: number;
  title: string | null;
  text: string;
  /** A tsvector. */
  words: string;
};

/** Preserves a document, or a business's documents, until it is lifted. The view `held_documents` lists them. */
export type LegalHoldsTable = {
  workspace_id: string;
  id: string;
  /** Either this or `business_id`. */
  document_id: string | null;
  business_id: string | null;
  reason: string;
  placed_by: string;
  placed_at: Date;
  lifted_by: Generated<string | null>;
  lifted_at: Generated<Date | null>;
};

/** A file uploaded in chunks. */
export type UploadsTable = {
  workspace_id: string;
  id: string;
  created_by: string;
  name: string;
  size_bytes: number;
  place: ColumnType<unknown, string, never>;
  document_id: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
};

/** A link for people without a login to read a document. */
export type SharedLinksTable = {
  workspace_id: string;
  id: string;
  document_id: string;
  room_id: string | null;
  token_hash: Buffer;
  password_hash: string | null;
  /** Addresses and domains in lower case. */
  allowed: string[];
  denied: string[];
  can_download: boolean;
  /** The agreement that readers sign first. */
  nda_title: Generated<string | null>;
  nda_text: Generated<string | null>;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Generated<Date | null>;
};

/** Someone who requested a code; `token_hash` is set once they have entered it. */
export type SharedLinkSessionsTable = {
  workspace_id: string;
  id: string;
  link_id: string;
  email: string;
  code_signature: string;
  code_expires_at: Date;
  token_hash: Generated<Buffer | null>;
  verified_at: Generated<Date | null>;
  expires_at: Generated<Date | null>;
  ip_address: string;
  created_at: Date;
};

/** The NDA of a link, as signed by an email address. */
export type SharedLinkSignaturesTable = {
  workspace_id: string;
  link_id: string;
  email: string;
  name: string;
  ip_address: string;
  user_agent: string;
  signed_at: Date;
};

export type SharedLinkViewsTable = {
  workspace_id: string;
  id: string;
  session_id: string;
  number: number;
  page: number | null;
  ip_address: string;
  viewed_at: Date;
};

/** A page that a client or a reader of a shared link opened: one of `user_id` and `session_id` is set. */
export type PageReadingsTable = {
  workspace_id: string;
  id: string;
  document_id: string;
  number: number;
  page: number;
  room_id: string | null;
  user_id: string | null;
  session_id: string | null;
  opened_at: Date;
  read_ms: Generated<number>;
  reported_at: Generated<Date | null>;
};

/** A buyer's question about a data room. */
export type RoomQuestionsTable = {
  workspace_id: string;
  id: string;
  room_id: string;
  deal_id: string;
  author_id: string;
  text: string;
  state: Generated<QuestionState>;
  assignee_id: string | null;
  owner_asked_at: Generated<Date | null>;
  owner_answer: Generated<string | null>;
  answer: Generated<string | null>;
  is_for_all: Generated<boolean>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type RoomQuestionEventsTable = {
  workspace_id: string;
  id: string;
  question_id: string;
  type: QuestionEventType;
  actor_id: string;
  assignee_id: string | null;
  text: string | null;
  at: Date;
};

/** Confirmations that a file contains no patient information. */
export type FileAttestationsTable = {
  workspace_id: string;
  file_id: string;
  version: AttestationVersion;
  attested_by: string;
  attested_at: Date;
};

export type DocumentTables = {
  file_attestations: FileAttestationsTable;
  room_questions: RoomQuestionsTable;
  room_question_events: RoomQuestionEventsTable;
  page_readings: PageReadingsTable;
  shared_links: SharedLinksTable;
  shared_link_sessions: SharedLinkSessionsTable;
  shared_link_signatures: SharedLinkSignaturesTable;
  shared_link_views: SharedLinkViewsTable;
  uploads: UploadsTable;
  legal_holds: LegalHoldsTable;
  unread_files: UnreadFilesTable;
  file_texts: FileTextsTable;
  file_text_pages: FileTextPagesTable;
  data_rooms: DataRoomsTable;
  room_requests: RoomRequestsTable;
  document_views: DocumentViewsTable;
  room_visits: RoomVisitsTable;
  documents: DocumentsTable;
  document_versions: DocumentVersionsTable;
  document_records: DocumentRecordsTable;
  document_tags: DocumentTagsTable;
  document_folders: DocumentFoldersTable;
};
