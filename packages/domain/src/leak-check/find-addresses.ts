import { isMadeOfPlainWords, kindOfWord } from './words.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';

const publicDomains =
  /^(?:gmail|googlemail|yahoo|hotmail|outlook|live|msn|aol|icloud|me|mac|comcast|att|sbcglobal|verizon|protonmail|proton|gmx|mail)\./;
const genericBoxes =
  /^(?:info|office|contact|admin|hello|mail|billing|frontdesk|reception|appointments?|scheduling|support|sales|team|manager|owner|staff|noreply)$/;

const glued = (text: string): string => text.replaceAll(/[^a-z0-9]/g, '');

/** Finds an email address or a web domain: whole, with "at" and "dot" spelled, or by its distinctive part alone. */
export function addressFinder(fact: string): (view: TextView) => Iterable<Passage> {
  const address = fact
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/, '');
  const [box, domain] = address.includes('@') ? address.split('@') : [undefined, address];
  const isPublic = domain === undefined || publicDomains.test(domain);
  const label = isPublic ? '' : glued(domain.split('.').slice(0, -1).join(''));
  const texts = [glued(address), ...(isPublic ? [] : [glued(domain)])];
  const distinctive = [box !== undefined && !genericBoxes.test(box) ? glued(box) : '', label].filter(
    (text) => text.length >= 6 && !['generic', 'common'].includes(kindOfWord(text)),
  );
  return function* find(view) {
    for (const text of texts) {
      yield* findPattern(view, { stream: 'spoken', text });
      yield* findPattern(view, { stream: 'plain', text });
      yield* findPattern(view, { stream: 'alike', text });
    }
    for (const text of distinctive) {
      yield* findPattern(view, {
        stream: 'plain',
        text,
        writing: isMadeOfPlainWords(text) ? 'glued' : 'any',
      });
      yield* findPattern(view, { stream: 'alike', text, writing: 'disguised' });
    }
  };
}
