const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const lineTags = new Set([
  'address',
  'article',
  'blockquote',
  'br',
  'center',
  'dd',
  'div',
  'dt',
  'figure',
  'footer',
  'header',
  'hr',
  'li',
  'main',
  'pre',
  'section',
  'tr',
]);
const paragraphTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'table', 'ul']);

/**
 * Converts HTML from `toSafeHtml` to plain text: blocks on separate lines, link addresses after the link
 * text.
 */
export function toPlainText(safeHtml: string): string {
  const links: { readonly address: string; readonly from: number }[] = [];
  const [start = '', ...parts] = safeHtml.split('<');
  let text = toWords(start);
  for (const part of parts) {
    const end = part.indexOf('>');
    const tag = part.slice(0, end);
    const [, slash = '', name = ''] = /^(\/?)(\w+)/.exec(tag) ?? [];
    if (name === 'a' && slash === '')
      links.push({ address: decode(/ href="([^"]*)"/.exec(tag)?.[1] ?? ''), from: text.length });
    else if (name === 'a') text += getAddressAfter(text, links.pop());
    else text += getLineBreak(name, slash);
    text += toWords(part.slice(end + 1));
  }
  return normalizeSpacing(text);
}

/** Whether the text of the element starts on a new line. */
export function isLineTag(name: string): boolean {
  return lineTags.has(name) || paragraphTags.has(name);
}

/** Removes controls except line breaks and tabs, and broken characters. */
export function toStorable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '').toWellFormed();
}

function toWords(html: string): string {
  return decode(html).replace(/\s+/g, ' ');
}

function getAddressAfter(text: string, link: { address: string; from: number } | undefined): string {
  if (link === undefined || link.address === '') return '';
  const shown = text.slice(link.from).trim();
  return shown === '' || link.address.includes(shown) ? '' : ` (${link.address})`;
}

function getLineBreak(name: string, slash: string): string {
  if (paragraphTags.has(name)) return '\n\n';
  if (name === 'li') return slash === '' ? '\n• ' : '\n';
  if (name === 'td' || name === 'th') return slash === '' ? '' : ' ';
  return lineTags.has(name) ? '\n' : '';
}

function normalizeSpacing(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=• )/g, '\n')
    .trim();
}

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
}

/** The address of `Name <name@example.com>` or of a bare address, trimmed. */
export function stripAddress(text: string): string {
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim();
}

/** Whether programs send from the address, as its name says, so that it belongs to nobody who writes. */
export function isProgramAddress(address: string): boolean {
  const name =
    /(?:^|[-._+])(?:no[-._]?reply|do[-._]?not[-._]?reply|notifications?|wordpress|www-data|mailer(?:-daemon)?)(?:[-._+\d]|$)/i;
  return name.test(address.slice(0, Math.max(address.lastIndexOf('@'), 0)));
}

/** The part after the @ in lower case; `localhost` if there is none. */
export function getDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? 'localhost' : address.slice(at + 1).toLowerCase();
}
