/** Where a mailbox lies, and how to sign in. `address` is what the host was resolved to. */
export type ImapServer = {
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly username: string;
  readonly password: string;
  readonly rejectUnauthorized: boolean;
};

export type FoundFolder = {
  readonly path: string;
  readonly name: string;
  readonly role: 'inbox' | 'sent' | 'other';
};

/** What a folder is now. Another `uidValidity` than before means that all UIDs of it are new. */
export type OpenedFolder = { readonly uidValidity: number; readonly uidNext: number };

/** What the server says of a message before it is read. Message-IDs have their angle brackets. */
export type MessageHead = {
  readonly uid: number;
  readonly sizeBytes: number;
  readonly receivedAt: Date;
  readonly messageId: string | null;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** On one line; empty when there is none. */
  readonly subject: string;
  /** Message-IDs that it answers, the nearest first. */
  readonly answers: readonly string[];
  /** Of the type in which mail servers report what became of a message. */
  readonly isReport: boolean;
};

/** One signed-in connection. Every call throws `ImapError`. Nothing it does changes the mailbox. */
export type ImapConnection = {
  /** Folders that mail can be taken from: not those of drafts, junk, bin and copies of everything. */
  listFolders(): Promise<FoundFolder[]>;
  open(path: string): Promise<OpenedFolder>;
  /** UIDs of the open folder above `after`; with `since`, of mail that the server got on about that day or later. Rising. */
  listUids(range: { after: number; since: Date | null }): Promise<number[]>;
  readHeads(uids: readonly number[]): Promise<MessageHead[]>;
  /** A raw message, cut off after `maxBytes`; null when it is gone. */
  readMessage(uid: number, maxBytes: number): Promise<Buffer | null>;
  /** The header of a message without what describes its body; null when it is gone. */
  readHeader(uid: number): Promise<Buffer | null>;
  /** Returns when the open folder has something new, the time is over, or the signal fires. */
  waitForNews(until: { timeoutMs: number; signal: AbortSignal }): Promise<void>;
  /** Takes leave, or hangs up after a moment. */
  close(): void;
};

/** `sign-in`: the server knows neither user nor password; `other`: it may work later. The message says why to a user. */
export class ImapError extends Error {
  override readonly name = 'ImapError';
  readonly kind: 'sign-in' | 'other';

  constructor(message: string, { kind, cause }: { kind: 'sign-in' | 'other'; cause?: unknown }) {
    super(message, { cause });
    this.kind = kind;
  }
}
