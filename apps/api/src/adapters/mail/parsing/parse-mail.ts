import {
  startParser,
  UnreadableMailError,
  type ParserChild,
  type ParseResult,
  type RawMessage,
} from './parser-child.ts';

const maxAtOnce = 2;
const idleMs = 10_000;

type Options<Kept> = Pick<RawMessage<Kept>, 'open' | 'keep'> & {
  /** Whose mail it is: a parser reads the mail of one mailbox only, so that none can meddle with another's. */
  readonly mailboxId: string;
  readonly timeoutMs?: number;
};

type IdleParser = {
  readonly mailboxId: string;
  readonly parser: ParserChild;
  readonly timer: NodeJS.Timeout;
};

let running = 0;
const waiting: (() => void)[] = [];
let idle: IdleParser[] = [];

/**
 * Reads a raw message in a process that has no secrets, may not write, and is ended past its memory or
 * 60 s; two at a time. The process goes on with the next message of the same mailbox, for a while. Throws
 * UnreadableMailError, UNAVAILABLE, or what `open`, its bytes or `keep` threw.
 */
export async function parseMail<Kept>({
  mailboxId,
  timeoutMs = 60_000,
  ...message
}: Options<Kept>): Promise<ParseResult<Kept>> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await readInChild(mailboxId, { ...message, timeoutMs });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function readInChild<Kept>(mailboxId: string, message: RawMessage<Kept>): Promise<ParseResult<Kept>> {
  const used = takeIdle(mailboxId);
  if (used !== null) {
    try {
      return await readWith(used, mailboxId, message);
    } catch (error) {
      // An earlier message may have left it damaged: a fresh one has the last word.
      if (!(error instanceof UnreadableMailError)) throw error;
    }
  }
  return readWith(startParser(), mailboxId, message);
}

async function readWith<Kept>(
  parser: ParserChild,
  mailboxId: string,
  message: RawMessage<Kept>,
): Promise<ParseResult<Kept>> {
  const result = await parser.read(message);
  if (parser.isUsable()) keepIdle(parser, mailboxId);
  else parser.end();
  return result;
}

/** A parser that has read mail of this mailbox only, and waits; null when there is none. */
function takeIdle(mailboxId: string): ParserChild | null {
  const found = idle.find((kept) => kept.mailboxId === mailboxId);
  if (found === undefined) return null;
  forget(found);
  if (found.parser.isUsable()) return found.parser;
  found.parser.end();
  return null;
}

function keepIdle(parser: ParserChild, mailboxId: string): void {
  const timer = setTimeout(() => endIdle(kept), idleMs).unref();
  const kept = { mailboxId, parser, timer };
  idle.push(kept);
  const [oldest] = idle;
  if (oldest !== undefined && idle.length > maxAtOnce) endIdle(oldest);
}

function endIdle(kept: IdleParser): void {
  forget(kept);
  kept.parser.end();
}

function forget(kept: IdleParser): void {
  clearTimeout(kept.timer);
  idle = idle.filter((other) => other !== kept);
}
