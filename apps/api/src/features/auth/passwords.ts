import { fold } from '@handover/domain/text/fold.ts';
import { AppError } from '#lib/errors.ts';

/** Facts about a user that an attacker can easily find. */
type AccountTerms = {
  readonly email: string;
  readonly displayName: string;
  readonly brokerageNames: readonly string[];
};

/** Adding at most this many characters to a common password does not make it strong. */
const commonRest = 4;
/** Shorter words are in too many passwords by chance. */
const minWordLength = 4;

/** Throws PASSWORD_WEAK, with the rule and the field `path`, for a long but easily guessed password. */
export async function rejectWeakPassword(
  password: string,
  { own, path }: { own: AccountTerms; path: string },
): Promise<void> {
  const message = findOwnFault(password, own) ?? ((await isCommon(password)) ? commonText : null);
  if (message !== null) throw new AppError('PASSWORD_WEAK', message, { errors: [{ path, message }] });
}

const commonText = 'This password is too common. Use several unrelated words.';

function findOwnFault(password: string, own: AccountTerms): string | null {
  if (new Set(password.toLowerCase()).size < 4)
    return 'This password uses fewer than four different characters. Use several unrelated words.';
  const [localPart = ''] = own.email.split('@');
  if (hasName(password, [own.displayName, localPart]))
    return formatContainsMessage('your name or email address');
  if (hasName(password, own.brokerageNames)) return formatContainsMessage('the name of your brokerage');
  return hasName(password, [product]) ? formatContainsMessage('the name of this product') : null;
}

const product = 'Handover';

function formatContainsMessage(what: string): string {
  return `This password contains ${what}. Use several unrelated words.`;
}

/** Whether the password contains a name or one of its words, also in disguise. */
function hasName(password: string, names: readonly string[]): boolean {
  const texts = [squeeze(password), squeeze(undisguise(password))];
  return names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{M}\p{N}]+/u)])
    .map(squeeze)
    .some((word) => word.length >= minWordLength && texts.some((text) => text.includes(word)));
}

/** Whether it is a common password, possibly repeated, disguised, or with a few extra characters. */
async function isCommon(password: string): Promise<boolean> {
  const common = await loadCommon();
  const plain = squeeze(password);
  return [password.toLowerCase(), plain, undisguise(plain), undisguise(password.toLowerCase())].some(
    (text) => common.has(findRepeatedUnit(text)) || listLongParts(text).some((part) => common.has(part)),
  );
}

/** The text with up to `commonRest` characters removed from its ends. */
function listLongParts(text: string): string[] {
  const cuts = Array.from({ length: commonRest + 1 }, (_, count) => count);
  return cuts.flatMap((before) =>
    cuts
      .filter((after) => before + after <= commonRest)
      .map((after) => text.slice(before, text.length - after)),
  );
}

/** Returns "letmein" for "letmeinletmein". */
function findRepeatedUnit(text: string): string {
  return /^(.{4,}?)\1+$/.exec(text)?.[1] ?? text;
}

function undisguise(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return text.replaceAll(/[013457@$!]/g, (character) => letters[character] ?? character);
}

function squeeze(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is checked, to keep the start fast. */
function loadCommon(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loading;
}
