import { readXmlParts } from '#adapters/spreadsheets/unpack.ts';
import type { TextPage } from './text-messages.ts';

/** Limit for the unpacked XML of one file. */
const maxUnpackedBytes = 100 * 1024 ** 2;

type Parts = ReadonlyMap<string, string>;

const wordParts = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml', 'word/comments.xml'];

/** A Word document as one page, its headers, footers, and notes included. Throws WorkbookError for a file that is damaged or too large. */
export function readWordText(file: Buffer): TextPage[] {
  const parts = readParts(file);
  const margins = [...parts.keys()].filter((name) => /^word\/(?:header|footer)\d*\.xml$/.test(name));
  const names = [...wordParts, ...margins];
  const texts = names.flatMap((name) => readText(parts.get(name) ?? '', 'w:') || []);
  return [{ title: null, text: texts.join('\n\n') }];
}

/** The slides of a presentation in their order, each with its notes. Throws like `readWordText`. */
export function readSlideTexts(file: Buffer): TextPage[] {
  const parts = readParts(file);
  const slides = mapTargets(parts, 'ppt/presentation.xml', '/slide');
  const order = [...(parts.get('ppt/presentation.xml') ?? '').matchAll(/<p:sldId\b[^>]*\br:id="([^"]+)"/g)];
  return order.flatMap(([, id = '']) => {
    const name = slides.get(id);
    if (name === undefined) return [];
    const [notes = ''] = mapTargets(parts, name, '/notesSlide').values();
    const texts = [name, notes].map((part) => readText(parts.get(part) ?? '', 'a:'));
    return [{ title: null, text: texts.filter((text) => text !== '').join('\n\n') }];
  });
}

function readParts(file: Buffer): Parts {
  const parts = readXmlParts(file, { maxBytes: maxUnpackedBytes });
  return new Map(parts.map(({ name, content }) => [name.toString('utf8'), content.toString('utf8')]));
}

/** The parts that a part references through relations of one kind, by relation ID. */
function mapTargets(parts: Parts, name: string, kind: string): Map<string, string> {
  const folder = name.slice(0, name.lastIndexOf('/'));
  const relations = parts.get(`${folder}/_rels/${name.slice(folder.length + 1)}.rels`) ?? '';
  return new Map(
    [...relations.matchAll(/<Relationship\b[^>]*>/g)].flatMap(([relation]) => {
      const [id, type, target] = ['Id', 'Type', 'Target'].map((key) => findAttribute(relation, key));
      if (id === undefined || target === undefined || type?.endsWith(kind) !== true) return [];
      return [[id, resolve(folder, target)] as const];
    }),
  );
}

function findAttribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
}

/** Resolves a path inside the file, relative to its root or to a folder. */
function resolve(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/');
  for (const step of target.split('/'))
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  return steps.join('/');
}

/** The text that each tag adds; the cells of a table row share a line. */
const breaks: Readonly<Record<string, string>> = {
  tab: '\t',
  br: '\n',
  cr: '\n',
  '/p': '\n',
  '/tc': '\t',
  '/tr': '\n',
};

/** The text of the `t` elements of a namespace. Skips the fallback copies that older programs read. */
function readText(xml: string, prefix: string): string {
  let text = '';
  let isText = false;
  let copies = 0;
  for (const [token, tag] of xml.matchAll(/<([^>]*)>|[^<]+/g)) {
    if (tag === undefined) {
      if (isText && copies === 0) text += unescape(token);
      continue;
    }
    const name = /^\/?[\w:.-]+/.exec(tag)?.[0] ?? '';
    if (name === 'mc:Fallback' && !tag.endsWith('/')) copies += 1;
    if (name === '/mc:Fallback') copies -= 1;
    if (name === `${prefix}t`) isText = !tag.endsWith('/');
    if (name === `/${prefix}t`) isText = false;
    if (copies === 0) text += breaks[name.replace(prefix, '')] ?? '';
  }
  return text
    .replace(/\n\t/g, '\t')
    .replace(/\t\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
