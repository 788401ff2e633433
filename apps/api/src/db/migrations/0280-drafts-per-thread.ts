import { sql, type Kysely } from 'kysely';

/** A draft for each thread that somebody answers in, and one for a new email: those that are answers move to their thread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE email_drafts
      ADD COLUMN thread_id uuid,
      ADD FOREIGN KEY (workspace_id, thread_id) REFERENCES threads (workspace_id, id),
      DROP CONSTRAINT email_drafts_workspace_id_customer_id_user_id_key,
      ADD UNIQUE NULLS NOT DISTINCT (workspace_id, customer_id, user_id, thread_id);

    UPDATE email_drafts SET thread_id = messages.thread_id
      FROM messages
      WHERE messages.workspace_id = email_drafts.workspace_id
        AND messages.id = (email_drafts.content #>> '{replyTo,id}')::uuid;
  `)
    .execute(db);
}
