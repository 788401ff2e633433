import type { TriageVerdict } from '@handover/contract/conversations/triage.ts';
import { sql, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { MessagesTable } from '#db/schema/mail-and-imports.ts';
import type { Position } from '#lib/pagination.ts';
import { emailKey } from '#lib/text.ts';
import type { Member } from '#platform/session/actor.ts';

export type TriageRow = {
  id: string;
  mailbox_id: string;
  mailbox_owner_id: string | null;
  from_name: string | null;
  from_address: string;
  subject: string;
  text: string;
  has_html: boolean;
  has_remote_images: boolean;
  triage_verdict: TriageVerdict | null;
  created_at: Date;
  version: number;
  quarantine_id: string | null;
  is_report: boolean;
  has_return_path: boolean;
  is_sent_for_others: boolean;
};

type TriageView = 'waiting' | 'ignored';

const columns = [
  'messages.id',
  'messages.mailbox_id',
  'mailboxes.owner_id as mailbox_owner_id',
  'messages.from_name',
  'messages.from_address',
  'messages.subject',
  'messages.text',
  sql<boolean>`messages.html IS NOT NULL`.as('has_html'),
  'messages.has_remote_images',
  'messages.triage_verdict',
  'messages.created_at',
  'messages.version',
  'messages.quarantine_id',
  'messages.is_report',
  'messages.has_return_path',
  'messages.is_sent_for_others',
] as const;

/** Mail from unknown senders that the member may read, newest first. */
export async function listTriageRows(
  db: Db,
  member: Member,
  { shown, after, limit }: { shown: TriageView; after: Position | null; limit: number },
): Promise<TriageRow[]> {
  return selectTriage(db, member, shown)
    .select(columns)
    .$if(after !== null, (list) =>
      list.where(sql<boolean>`(messages.created_at, messages.id) < (${after?.[0]}, ${after?.[1]})`),
    )
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countTriage(db: Db, member: Member, shown: TriageView): Promise<number> {
  const row = await selectTriage(db, member, shown)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findTriageRow(db: Db, member: Member, messageId: string): Promise<TriageRow | null> {
  const row = await openTriage(db, member)
    .select(columns)
    .where('messages.id', '=', messageId)
    .executeTakeFirst();
  return row ?? null;
}

const lockedColumns = [
  'messages.id',
  'messages.version',
  'messages.from_address',
  'messages.triage_verdict',
  'messages.is_report',
  'messages.has_return_path',
  'messages.is_sent_for_others',
  'messages.created_at',
  'mailboxes.owner_id as mailbox_owner_id',
] as const;

export type LockedMail = Pick<
  TriageRow,
  | 'id'
  | 'version'
  | 'from_address'
  | 'triage_verdict'
  | 'is_report'
  | 'has_return_path'
  | 'is_sent_for_others'
  | 'created_at'
  | 'mailbox_owner_id'
>;

/**
 * A message and, for `others`, the mail of that sender with that verdict, if the member may read them; oldest first, locked
 * until the transaction ends.
 */
export async function lockTriageMail(
  db: Db,
  member: Member,
  {
    messageId,
    others,
  }: { messageId: string; others: { fromAddress: string; verdict: TriageVerdict | null } | null },
): Promise<LockedMail[]> {
  return openTriage(db, member)
    .select(lockedColumns)
    .where(({ eb, and, or }) =>
      or([
        eb('messages.id', '=', messageId),
        ...(others === null
          ? []
          : [
              and([
                sql<boolean>`lower(messages.from_address) = ${emailKey(others.fromAddress)}`,
                eb('messages.triage_verdict', 'is not distinct from', others.verdict),
              ]),
            ]),
      ]),
    )
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .forUpdate('messages')
    .execute();
}

/** Changes locked mail. */
export async function updateTriageMail(
  db: Db,
  {
    workspaceId,
    rows,
    change,
  }: {
    workspaceId: string;
    rows: readonly LockedMail[];
    change: Pick<Updateable<MessagesTable>, 'is_triage' | 'triage_verdict'>;
  },
): Promise<void> {
  await db
    .updateTable('messages')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = ANY(${rows.map(({ id }) => id)}::uuid[])`)
    .execute();
}

export async function isTriageAttachment(db: Db, member: Member, fileId: string): Promise<boolean> {
  const row = await openTriage(db, member)
    .innerJoin('message_attachments', (join) =>
      join
        .onRef('message_attachments.workspace_id', '=', 'messages.workspace_id')
        .onRef('message_attachments.message_id', '=', 'messages.id'),
    )
    .select('messages.id')
    .where('message_attachments.file_id', '=', fileId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether mail from this sender to the mailbox was marked as spam. */
export async function isSpamSender(
  db: Db,
  { workspaceId, mailboxId, fromAddress }: { workspaceId: string; mailboxId: string; fromAddress: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('is_triage', '=', true)
    .where('triage_verdict', '=', 'spam')
    .where(sql<boolean>`lower(from_address) = ${emailKey(fromAddress)}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether received mail from this sender was assigned to several customers. */
export async function isSenderOfSeveral(
  db: Db,
  { workspaceId, fromAddress }: { workspaceId: string; fromAddress: string },
): Promise<boolean> {
  if (fromAddress === '') return false;
  const rows = await db
    .selectFrom('messages')
    .innerJoin('message_customers', (join) =>
      join
        .onRef('message_customers.workspace_id', '=', 'messages.workspace_id')
        .onRef('message_customers.message_id', '=', 'messages.id'),
    )
    .select('message_customers.customer_id')
    .distinct()
    .where('messages.workspace_id', '=', workspaceId)
    // The condition of the index `messages_assigned_senders`.
    .where(sql<boolean>`NOT messages.is_triage AND messages.direction = 'inbound'`)
    .where(sql<boolean>`lower(messages.from_address) = ${emailKey(fromAddress)}`)
    .limit(2)
    .execute();
  return rows.length > 1;
}

function selectTriage(db: Db, member: Member, shown: TriageView) {
  return openTriage(db, member).where('messages.triage_verdict', shown === 'waiting' ? 'is' : 'is not', null);
}

/**
 * Mail without a customer: in shared mailboxes for members who see all customers, in private mailboxes for the owner.
 */
export function openTriage(db: Db, member: Member) {
  return db
    .selectFrom('messages')
    .innerJoin('mailboxes', (join) =>
      join
        .onRef('mailboxes.workspace_id', '=', 'messages.workspace_id')
        .onRef('mailboxes.id', '=', 'messages.mailbox_id'),
    )
    .where('messages.workspace_id', '=', member.workspaceId)
    .where('messages.is_triage', '=', true)
    .where(({ eb, or, and, lit }) => {
      const isOwn = eb('mailboxes.owner_id', '=', member.userId);
      if (member.scope === 'client') return lit(false);
      return member.scope === 'all' ? or([eb('mailboxes.owner_id', 'is', null), isOwn]) : and([isOwn]);
    });
}
