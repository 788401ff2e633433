const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const lineTags = new Set(['address', 'article', 'blockquote', 'br', 'center', 'dd', 'div', 'dt', 'figure', 'footer', 'header', 'hr', 'li', 'main', 'pre', 'section', 'tr']);
const paragraphTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'table', 'ul']);

/** HTML as `toSafeHtml` leaves it, as plain text: blocks on lines of their own, links with their address behind them. */
export function toPlainText(safeHtml: string): string {
  const links: { readonly address: string; readonly from: number }[] = [];
  let text = '';
  for (const [, words = '', tag = ''] of safeHtml.matchAll(/([^<]*)(<[^>]*>)?/g)) {
    text += decode(words).replace(/\s+/g, ' ');
    const [, slash = '', name = ''] = /^<(\/?)(\w+)/.exec(tag) ?? [];
    if (name === 'a' && slash === '') links.push({ address: decode(/ href="([^"]*)"/.exec(tag)?.[1] ?? ''), from: text.length });
    else if (name === 'a') text += addressBehind(text, links.pop());
    else text += breakOf(name, slash);
  }
  return tidy(text);
}

/** Text that the database can hold: no NUL, no half characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function addressBehind(text: string, link: { address: string; from: number } | undefined): string {
  if (link === undefined || link.address === '') return '';
  const shown = text.slice(link.from).trim();
  return shown === '' || link.address.includes(shown) ? '' : ` (${link.address})`;
}

function breakOf(name: string, slash: string): string {
  if (paragraphTags.has(name)) return '\n\n';
  if (name === 'li') return slash === '' ? '\n• ' : '\n';
  if (name === 'td' || name === 'th') return slash === '' ? '' : ' ';
  return lineTags.has(name) ? '\n' : '';
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.join('\n').replace(/\n{3,}/g, '\n\n').replace(/\n\n(?=• )/g, '\n').trim();
}

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
}
