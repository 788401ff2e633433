import { useQuery } from '@tanstack/react-query';
import type { EmailDraftHandle } from './draft/use-email-draft.ts';
import { signatureQuery } from './email-draft.queries.ts';

interface SignedText {
  /** The text including the signature. */
  html: string;
  change: (html: string) => void;
  /** Inserts HTML after the text and above the signature. */
  insert: (html: string) => void;
  /** Null if the user has no signature. */
  signature: { isUsed: boolean; use: (isUsed: boolean) => void } | null;
}

/**
 * The draft's text. The signature is inserted once, when the draft is started; after that it is ordinary
 * text.
 */
export function useSignedText({ values, change }: EmailDraftHandle): SignedText {
  const { data } = useQuery(signatureQuery());
  const signature = data?.signature.html ?? '';
  const isToSign = !values.isSigned && signature !== '';
  const html = isToSign && !hasSignature(values.html) ? withSignature(values.html, signature) : values.html;
  const put = (next: string): void => change({ html: next, isSigned: values.isSigned || isToSign });
  return {
    html,
    change: put,
    insert: (added) => put(insertText(html, added)),
    signature:
      signature === ''
        ? null
        : {
            isUsed: hasSignature(html),
            use: (isUsed) =>
              change({
                html: isUsed ? withSignature(withoutSignature(html), signature) : withoutSignature(html),
                isSigned: true,
              }),
          },
  };
}

/** Adds the signature below the text, marked so that it can be found again. */
export function withSignature(html: string, signature: string): string {
  return `${html === '' ? '<p></p>' : html}<div data-signature="">${signature}</div>`;
}

/** The HTML without the signature, if it has one. */
export function withoutSignature(html: string): string {
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
  const written = plainText(html) === '' ? '' : withoutSignature(html);
  return `${written}${added}${signature}`;
}

/** The text without the signature, on one line. */
export function plainText(html: string): string {
  return html === '' ? '' : parse(withoutSignature(html).replaceAll('<', ' <')).textContent.trim();
}

function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
