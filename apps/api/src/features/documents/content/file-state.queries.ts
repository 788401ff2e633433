import { sql } from 'kysely';
import type { FileTextsTable } from '#db/schema/documents.ts';
import { blockedState } from '#platform/files/screening/blocked-files.queries.ts';

/** The findings from reading and scanning the text of a row of `files`; null before. */
export const textState = sql<FileTextsTable['state'] | null>`(SELECT file_texts.state FROM file_texts
  WHERE file_texts.workspace_id = files.workspace_id AND file_texts.file_id = files.id)`.as('text_state');

/** The quarantine of a row of `files`; null for any other. */
const quarantineOfFile = sql<{ id: string; findings: unknown } | null>`(
  SELECT json_build_object('id', quarantines.id, 'findings', quarantines.findings) FROM quarantines
  WHERE quarantines.workspace_id = files.workspace_id AND quarantines.file_id = files.id
    AND quarantines.state IN ('waiting', 'kept'))`.as('quarantine');

/** Names of files that contain text, but in formats that are not read. */
const unreadNames = sql`'\\.(csv|tsv|txt|rtf|xls|doc|ppt|ods|odt|odp|xlsb)$'`;

/** How much of a text file the scan for patient information could not read: all or part of it. */
const scanGap = (name: 'documents.name' | 'files.name') =>
  sql<'unreadable' | 'partial' | null>`(
  SELECT CASE
      WHEN file_texts.state = 'none' THEN CASE WHEN ${sql.ref(name)} ~* ${unreadNames} THEN 'unreadable' END
      WHEN file_texts.state IN ('password', 'damaged', 'too-large') OR NOT EXISTS (SELECT FROM file_text_pages
        WHERE file_text_pages.workspace_id = file_texts.workspace_id AND file_text_pages.file_id = file_texts.file_id
          AND file_text_pages.text ~ '[[:alnum:]]') THEN 'unreadable'
      WHEN file_texts.is_partly_scanned THEN 'partial' END
  FROM file_texts WHERE file_texts.workspace_id = files.workspace_id AND file_texts.file_id = files.id)`.as(
    'scan_gap',
  );

/** Whether a row of `files`, shown by this name, may be opened and was checked for patient information. */
export const selectFileState = (name: 'documents.name' | 'files.name') =>
  [blockedState, quarantineOfFile, textState, scanGap(name)] as const;
