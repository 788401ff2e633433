import { findWord } from './name-words.ts';
import { isOthersName } from './others-names.ts';
import { isMadeOfPlainWords, getWordKind } from './words.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';

const publicDomains =
  /^(?:gmail|googlemail|yahoo|hotmail|outlook|live|msn|aol|icloud|me|mac|comcast|att|sbcglobal|verizon|protonmail|proton|gmx|mail)\./;

/** Sites on which many businesses have a page or a subdomain. */
const sharedSites =
  /(?:^|\.)(?:(?:facebook|fb|instagram|linkedin|yelp|google|tiktok|youtube|pinterest|twitter|x|healthgrades|zocdoc|wixsite|weebly|squarespace|wordpress|blogspot|godaddysites)\.com|business\.site|g\.page|linktr\.ee)$/;
/** Parts of their addresses that are not names, with the coordinates and ids of pages. */
const siteParts =
  /^(?:|m|business|sites|maps|view|home|about|contact|services|reviews|photos|posts|pages|p|pg|profile\.php|company|in|biz|place|channel|c|user|\d+|@-?\d+\.\d.*|data=.*)$/;

const removeSeparators = (text: string): string => text.replaceAll(/[^a-z0-9]/g, '');

type AddressTexts = {
  readonly whole: readonly string[];
  readonly box?: string;
  readonly names: readonly string[];
};

/** Finds an email address or a website: whole, with "at" and "dot" spelled, or by its distinctive part alone. */
export function createAddressFinder(fact: string): (view: TextView) => Iterable<Passage> {
  const [host = '', ...path] = fact
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replaceAll(/%[0-9a-f]{2}/g, ' ')
    .split('/');
  const { whole, box = '', names } = sharedSites.test(host) ? getPageTexts(host, path) : getHostTexts(host);
  const isDistinctive = (text: string): boolean =>
    text.length >= 6 && !['generic', 'common'].includes(getWordKind(text));
  return function* find(view) {
    for (const text of whole) {
      yield* findPattern(view, { stream: 'spoken', text });
      yield* findPattern(view, { stream: 'plain', text });
      yield* findPattern(view, { stream: 'alike', text });
    }
    if (isDistinctive(box))
      for (const passage of findWord(view, box)) if (!isOthersName(view.tokens, passage, [])) yield passage;
    for (const text of names.filter(isDistinctive)) {
      yield* findPattern(view, {
        stream: 'plain',
        text,
        writing: isMadeOfPlainWords(text) ? 'glued' : 'any',
      });
      yield* findPattern(view, { stream: 'alike', text, writing: 'disguised' });
    }
  };
}

function getHostTexts(address: string): AddressTexts {
  const [box, domain] = address.includes('@') ? address.split('@') : [undefined, address];
  const isPublic = domain === undefined || publicDomains.test(domain);
  const label = isPublic ? '' : removeSeparators(domain.split('.').slice(0, -1).join(''));
  return {
    whole: [removeSeparators(address), ...(isPublic ? [] : [removeSeparators(domain)])],
    // Many businesses have mailboxes called "intake" or "front desk".
    box: isMadeOfPlainWords(removeSeparators(box ?? '')) ? '' : removeSeparators(box ?? ''),
    names: [label],
  };
}

/** The subdomain and the last name in the path identify a business. The site itself doesn't. */
function getPageTexts(host: string, path: readonly string[]): AddressTexts {
  const last = path.findLastIndex((part) => !siteParts.test(part));
  const names = [host.replace(sharedSites, ''), path[last] ?? '']
    .filter((part) => !siteParts.test(part))
    .map(removeSeparators);
  return {
    whole:
      names.length === 0
        ? []
        : [removeSeparators([host.replace(/^m\./, ''), ...path.slice(0, last + 1)].join(''))],
    names,
  };
}
