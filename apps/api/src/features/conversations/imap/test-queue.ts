/** Carries `{workspaceId, mailboxId}`: one attempt to sign in to a mailbox. */
export const imapTestQueue = 'imap.test';
