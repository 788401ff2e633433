import { createGate } from '#lib/gate.ts';
import {
  type ParserChild,
  type ParseResult,
  type RawMessage,
  startParser,
  UnreadableMailError,
} from './parser-child.ts';

const maxAtOnce = 2;
const idleMs = 10_000;

type Options<Stored> = Pick<RawMessage<Stored>, 'open' | 'keep'> & {
  /**
   * A parser process serves one mailbox only, so that a malicious message cannot affect other mailboxes.
   */
  readonly mailboxId: string;
  readonly timeoutMs?: number;
};

type IdleParser = {
  readonly mailboxId: string;
  readonly parser: ParserChild;
  readonly timer: NodeJS.Timeout;
};

const inOrder = createGate(maxAtOnce);
let idle: IdleParser[] = [];

/**
 * Parses a raw message in a process without secrets or write access, limited in memory and to 60 s; two at a
 * time. The process is reused briefly for the same mailbox. Throws UnreadableMailError, UNAVAILABLE, or
 * errors of `open`, its bytes, or `keep`.
 */
export async function parseMail<Stored>({
  mailboxId,
  timeoutMs = 60_000,
  ...message
}: Options<Stored>): Promise<ParseResult<Stored>> {
  return inOrder(() => readInChild(mailboxId, { ...message, timeoutMs }));
}

async function readInChild<Stored>(
  mailboxId: string,
  message: RawMessage<Stored>,
): Promise<ParseResult<Stored>> {
  const used = claimIdleParser(mailboxId);
  if (used !== null) {
    try {
      return await readWith(used, mailboxId, message);
    } catch (error) {
      // An earlier message may have damaged the process, so a new one tries again.
      if (!(error instanceof UnreadableMailError)) throw error;
    }
  }
  return readWith(startParser(), mailboxId, message);
}

async function readWith<Stored>(
  parser: ParserChild,
  mailboxId: string,
  message: RawMessage<Stored>,
): Promise<ParseResult<Stored>> {
  const result = await parser.read(message);
  if (parser.isUsable()) addIdleParser(parser, mailboxId);
  else parser.end();
  return result;
}

/** An idle parser of this mailbox, or null. */
function claimIdleParser(mailboxId: string): ParserChild | null {
  const found = idle.find((reader) => reader.mailboxId === mailboxId);
  if (found === undefined) return null;
  removeIdleParser(found);
  if (found.parser.isUsable()) return found.parser;
  found.parser.end();
  return null;
}

function addIdleParser(parser: ParserChild, mailboxId: string): void {
  const timer = setTimeout(() => endIdle(reader), idleMs).unref();
  const reader = { mailboxId, parser, timer };
  idle.push(reader);
  const [oldest] = idle;
  if (oldest !== undefined && idle.length > maxAtOnce) endIdle(oldest);
}

function endIdle(reader: IdleParser): void {
  removeIdleParser(reader);
  reader.parser.end();
}

function removeIdleParser(reader: IdleParser): void {
  clearTimeout(reader.timer);
  idle = idle.filter((other) => other !== reader);
}
