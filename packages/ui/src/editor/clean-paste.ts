/** Extra clipboard content of Word, Outlook, and Gmail. */
const noise =
  'style, script, meta, link, title, xml, o\\:p, [style*="mso-list:Ignore"], [style*="mso-list: Ignore"]';
const wordListItem = 'p[class*="MsoListParagraph"], p[style*="mso-list"]';

/**
 * Reduces pasted HTML to its meaning. Word's list paragraphs become lists; hints and comments are removed. The editor
 * drops what it does not support.
 */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const items = [...page.querySelectorAll<HTMLElement>(wordListItem)];
  const kinds = new Map(items.map((item) => [item, isNumbered(item) ? 'ol' : 'ul'] as const));
  for (const element of page.querySelectorAll(noise)) element.remove();
  removeComments(page);
  for (const element of page.querySelectorAll('[data-signature]')) element.removeAttribute('data-signature');
  for (const [item, kind] of kinds) moveIntoList(item, kind);
  return page.body.innerHTML;
}

/** Word writes the bullet or number as text before the item. */
function isNumbered(item: HTMLElement): boolean {
  return /^\s*\(?\w{1,4}[.)]/.test(item.textContent);
}

function moveIntoList(item: HTMLElement, kind: 'ol' | 'ul'): void {
  const before = item.previousElementSibling;
  const isNext = before?.localName === kind && before.hasAttribute('data-word');
  const list = isNext ? before : item.ownerDocument.createElement(kind);
  if (!isNext) {
    list.setAttribute('data-word', '');
    item.replaceWith(list);
  }
  const entry = item.ownerDocument.createElement('li');
  entry.append(...item.childNodes);
  list.append(entry);
  item.remove();
}

function removeComments(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}
