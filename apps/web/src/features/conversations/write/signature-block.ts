/** Puts the signature below the text, in the block that the editor knows again. */
export function withSignature(html: string, signature: string): string {
  return `${html === '' ? '<p></p>' : html}<div data-signature="">${signature}</div>`;
}

/** The HTML without its signature; the same where there is none. */
export function withoutSignature(html: string): string {
  if (!hasSignature(html)) return html;
  const body = parse(html);
  for (const block of body.querySelectorAll('[data-signature]')) block.remove();
  return body.innerHTML;
}

export function hasSignature(html: string): boolean {
  return parse(html).querySelector('[data-signature]') !== null;
}

/** Puts HTML behind what is written, and above the signature. */
export function insertText(html: string, added: string): string {
  const body = parse(html);
  const signature = body.querySelector('[data-signature]')?.outerHTML ?? '';
  const written = wordsOf(html) === '' ? '' : withoutSignature(html);
  return `${written}${added}${signature}`;
}

/** What somebody wrote themselves, as text on one line. */
export function wordsOf(html: string): string {
  return html === '' ? '' : parse(withoutSignature(html).replaceAll('<', ' <')).textContent.trim();
}

function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
