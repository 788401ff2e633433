import { ImapError, type ImapServer } from './imap.ts';

/** Answers to a sign-in that say nothing about user and password. */
const passingRefusals = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG', 'CONTACTADMIN']);
const timeouts = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT']);
const tooLarge = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge']);
const certificate = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/;
const maxQuoted = 200;

type Place = Pick<ImapServer, 'host' | 'port'>;

/** What went wrong with a mailbox, in words for whoever has to act. */
export function describeImapError(error: unknown, place: Place): ImapError {
  if (error instanceof ImapError) return error;
  const facts = factsOf(error);
  if (facts.isSignIn && !passingRefusals.has(facts.answerCode))
    return new ImapError(`The mail server refused the user name or the password.${quote(facts.answer)}`, {
      kind: 'sign-in',
      cause: error,
    });
  return new ImapError(describe(facts, place), { kind: 'other', cause: error });
}

type Facts = ReturnType<typeof factsOf>;

function describe(facts: Facts, { host, port }: Place): string {
  const { code, answer } = facts;
  const place = `${host}, port ${String(port)},`;
  if (facts.isSignIn) return `The mail server lets nobody sign in at the moment.${quote(answer)}`;
  if (code === 'ECONNREFUSED') return `Nothing answers at ${place} so no mail server runs there.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host name ${host} leads nowhere.`;
  if (timeouts.has(code)) return `${host} did not answer in time.`;
  if (certificate.test(code)) return `The certificate of ${host} cannot be trusted (${code}).`;
  if (facts.isTls || code.startsWith('ERR_SSL') || code === 'EPROTO' || code === 'MissingServerExtension')
    return `No secure connection to ${place} could be made. Check port and encryption.`;
  if (tooLarge.has(code)) return 'The mail server sent more than can be taken in at once.';
  if (code.startsWith('ParserError') || code === 'InvalidResponse')
    return 'The mail server answered with something that is not IMAP.';
  if (answer !== '') return `The mail server said no.${quote(answer)}`;
  return 'The connection to the mail server broke.';
}

/** What may be known of an error of the library, of a socket, or of TLS. */
function factsOf(error: unknown): {
  code: string;
  answerCode: string;
  answer: string;
  isSignIn: boolean;
  isTls: boolean;
} {
  const read = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const text = (name: string): string => {
    const value = read(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    code: text('code'),
    answerCode: text('serverResponseCode'),
    answer: text('responseText') || text('reason'),
    isSignIn: read('authenticationFailed') === true,
    isTls: read('tlsFailed') === true,
  };
}

/** What a server says is shown, not believed: short, and on one line. */
function quote(answer: string): string {
  const line = answer
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, maxQuoted);
  return line === '' ? '' : ` It said: “${line}”`;
}
