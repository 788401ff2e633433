import { getWordKind } from '../leak-check/words.ts';
import { clinicalThing, illness, ownThing, symptom } from './clinical-words.ts';
import { canBeName } from './names.ts';
import type { Passage } from './phi-kinds.ts';
import { getExcerpt } from './read-document.ts';

/** Finds patients by their surnames alone, where the words around them leave no doubt. */
export function* findSurnames(text: string): Iterable<Passage> {
  yield* findShorthand(text);
  yield* findFacts(text);
  yield* findAmounts(text);
  yield* findCases(text);
  yield* findInLists(text);
}

const part = /[^,;\n|?]+/g;
const surnameFirst =
  /^\W{0,4}(?<time>\d{1,2}:?\d{0,2}(?: ?[ap]m?\b|[A-D]\b)?[.)]? {1,3})?(?<name>\p{Lu}[\p{L}'-]{2,20}(?: \p{Lu}(?!\p{L})\.?)?) {1,3}(?<rest>\S.{0,60})$/u;
const lead = new RegExp(
  String.raw`^(?:- )?(?:\S{1,12} )?(?:9\d{4}\b|[DGJ]\d{4}\b|mc[rd]\b|(?:pt|ot|st|sn|hha|msw)(?: eval| visit|/| ?\d| x)|medica(?:re|id)\b|oms\b|omfs\b|perio\b|ortho\b|crn\b|(?:${clinicalThing.source}))`,
  'i',
);
const mark = /\b\d{1,2}x\b|\b\dw\d\b|\b9\d{4}\b|\b[DGJ]\d{4}\b|#\d{1,2}\b|\b\d{1,2}[/:]\d{1,2}\b| x ?\d\b/;

/** Surnames before an abbreviation of their care, two at least: "Rivera OMS 3/14, Patel endo 3/16". */
function* findShorthand(text: string): Iterable<Passage> {
  const found: Passage[] = [];
  for (const { 0: line, index } of text.matchAll(part)) {
    if (line.length > 120) continue;
    // "Rivera OMS 2/4: open", or "Tues AM: Rivera OMS 2/4".
    for (const at of [0, Math.max(line.lastIndexOf(': '), line.lastIndexOf('. ')) + 1]) {
      const { time, name = '', rest = '' } = surnameFirst.exec(line.slice(at))?.groups ?? {};
      if (name === '' || !lead.test(rest) || (time === undefined && !mark.test(rest))) continue;
      const word = name.replace(/ .*/, '');
      if (!canBeName(word) || getWordKind(word.toLowerCase()) === 'generic') continue;
      const start = index + at + line.slice(at).indexOf(name);
      found.push({ kind: 'patient', start, end: start + name.length, confidence: 0.6 });
      break;
    }
  }
  const names = new Set(found.map(({ start, end }) => text.slice(start, end).replace(/ .*/, '')));
  if (names.size > 1 && [...names].some(isSurname)) yield* found;
}

const surnameFacts =
  /(?<![\p{L}'-] ?|\b(?:Dr|Mr|Mrs|Ms)\. ?)(\p{Lu}\p{Ll}[\p{L}'-]{1,20}) (?:reports|denies|endorses|complains of|c\/o|presents with|refused|vomited|tolerated) [^.;\n]{3,60}/gu;
const tolerance = /\btolerated [^.;\n]{3,40} well\b/;
/** "EOBs for patient Abernathy", with the label before a single surname. */
const labeledSurname =
  /\b(?:for|of|about|re|from|our|is|with) (?:patient|pt|resident) (\p{Lu}\p{Ll}[\p{L}'-]{1,20})(?![\p{L}'-]| \p{Lu})/gu;
const inParentheses =
  /\b(?:patients|residents|pts|clients)\b[^.()\n]{0,30}\((\p{Lu}[\p{L}'-]{2,20}(?:, (?:and )?\p{Lu}[\p{L}'-]{2,20}){1,9})\)/gu;

/** Single surnames: "Ostertag reports numbness", "three residents passed (Prine, Haddix)". */
function* findFacts(text: string): Iterable<Passage> {
  for (const { 0: found, 1: name = '', index } of text.matchAll(surnameFacts))
    if (isSurname(name) && (symptom.test(found) || illness.test(found) || tolerance.test(found)))
      yield { kind: 'patient', start: index, end: index + name.length, confidence: 0.6 };
  for (const { 0: found, 1: name = '', index } of text.matchAll(labeledSurname))
    if (isSurname(name))
      yield {
        kind: 'patient',
        start: index + found.length - name.length,
        end: index + found.length,
        confidence: 0.6,
      };
  for (const { 0: found, 1: names = '', index } of text.matchAll(inParentheses)) {
    const listed = names.split(/, (?:and )?/);
    if (listed.some(isSurname) && listed.every(canBeName)) {
      const start = index + found.indexOf(names);
      yield { kind: 'patient', start, end: start + names.length, confidence: 0.6 };
    }
  }
}

function isSurname(name: string): boolean {
  const kind = getWordKind(name.toLowerCase());
  return (kind === 'rare' || kind === 'name') && canBeName(name);
}

const balanceLine =
  /\b(?:aging|a\/r|cash log|co-?pays?|past due|write-?offs?|(?:patient|small|credit|open) balances?)\b/i;
const otherMoney =
  /\b(?:payables?|vendors?|invoices?|payroll|production|bonus(?:es)?|rent|salar(?:y|ies)|partners?|loans?|bids?|offers?)\b/i;
const surnameAmount =
  /(?<![\p{L}'-] ?)(\p{Lu}\p{Ll}[\p{L}'-]{1,20}) (?:\$ ?\d[\d,]{0,9}(?:\.\d{2})?|\d[\d,]{0,9}\.\d{2})(?!\d)/gu;

/** Surnames with amounts in a line about balances: "aging, names left on: Kranz 214.00, Rashid 67.50". */
function* findAmounts(text: string): Iterable<Passage> {
  for (const { 0: line, index } of text.matchAll(/[^\n]{20,600}/g)) {
    if (!balanceLine.test(line) || otherMoney.test(line)) continue;
    const found = [...line.matchAll(surnameAmount)].filter(({ 1: name = '' }) => isSurname(name));
    if (found.length < 2) continue;
    for (const { 1: name = '', index: at } of found)
      yield { kind: 'patient', start: index + at, end: index + at + name.length, confidence: 0.6 };
  }
}

const surnameCase = new RegExp(
  String.raw`\b[Tt]he (\p{Lu}\p{Ll}[\p{L}'-]{1,20}) ((?:knee|hip|shoulder|back|spine|eye|foot|ankle|baby|newborn|twins|boy|girl|kid|child)\b|\p{Ll}[\p{Ll} ]{2,20})(?=[^.\n]{0,80})`,
  'gu',
);
const caseFact =
  /\b(?:claims?|denied|appeal|owed?|medicare|medicaid|necessary|pre-?auth|shots?|fever|rash|due for|x-?rays?)\b/i;

/** "The Kranz knee", "the Ellison baby", in a sentence about a claim or a visit. */
function* findCases(text: string): Iterable<Passage> {
  for (const { 0: found, 1: name = '', 2: thing = '', index } of text.matchAll(surnameCase)) {
    const isBody =
      /^(?:knee|hip|shoulder|back|spine|eye|foot|ankle|baby|newborn|twins|boy|girl|kid|child)\b/.test(thing);
    if (!isSurname(name) || (!isBody && !ownThing.test(thing))) continue;
    const start = index + found.indexOf(name);
    if (caseFact.test(getExcerpt(text, { start, end: start + name.length }, 100)))
      yield { kind: 'patient', start, end: start + name.length, confidence: 0.6 };
  }
}

const withFact = /(?<![\p{L}'-] ?)(\p{Lu}\p{Ll}[\p{L}'-]{1,20}) \(([^()\n]{3,30})\)/gu;

/** Two surnames or more, each with an illness or a drug: "Crowder (metformin), Salinas (Eliquis)". */
function* findInLists(text: string): Iterable<Passage> {
  const found = [...text.matchAll(withFact)].filter(
    ({ 1: name = '', 2: fact = '' }) => canBeName(name) && illness.test(fact),
  );
  if (found.length < 2 || !found.some(({ 1: name = '' }) => isSurname(name))) return;
  for (const { 1: name = '', index } of found)
    yield { kind: 'patient', start: index, end: index + name.length, confidence: 0.6 };
}
