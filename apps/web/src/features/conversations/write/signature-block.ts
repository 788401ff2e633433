/** Adds the signature below the text, marked so that it can be found again. */
export function withSignature(html: string, signature: string): string {
  return `${html === '' ? '<p></p>' : html}<div data-signature="">${signature}</div>`;
}

/** The HTML without the signature, if it has one. */
export function removeSignature(html: string): string {
  if (!hasSignature(html)) return html;
  const body = parse(html);
  for (const block of body.querySelectorAll('[data-signature]')) block.remove();
  return body.innerHTML;
}

export function hasSignature(html: string): boolean {
  return parse(html).querySelector('[data-signature]') !== null;
}

/** Inserts HTML after the text and above the signature. */
export function insertText(html: string, added: string): string {
  const body = parse(html);
  const signature = body.querySelector('[data-signature]')?.outerHTML ?? '';
  const written = toPlainText(html) === '' ? '' : removeSignature(html);
  return `${written}${added}${signature}`;
}

/** The text without the signature, on one line. */
export function toPlainText(html: string): string {
  return html === '' ? '' : parse(removeSignature(html).replaceAll('<', ' <')).textContent.trim();
}

function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
