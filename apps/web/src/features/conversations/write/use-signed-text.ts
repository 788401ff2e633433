import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { useQuery } from '@tanstack/react-query';
import type { EmailDraftHandle } from './draft/use-email-draft.ts';
import { signatureQuery } from './email-draft.queries.ts';
import { hasSignature, insertText, withSignature, removeSignature } from './signature-block.ts';

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
  const { html, isSigned } = sign(values, signature);
  return {
    html,
    change: (next) => change({ html: next, isSigned }),
    insert: (added) =>
      change((latest) => {
        const signed = sign(latest, signature);
        return { ...signed, html: insertText(signed.html, added) };
      }),
    signature:
      signature === ''
        ? null
        : {
            isUsed: hasSignature(html),
            use: (isUsed) =>
              change({
                html: isUsed ? withSignature(removeSignature(html), signature) : removeSignature(html),
                isSigned: true,
              }),
          },
  };
}

type SignedPart = Pick<EmailDraft, 'html' | 'isSigned'>;

function sign({ html, isSigned }: SignedPart, signature: string): SignedPart {
  const isToSign = !isSigned && signature !== '';
  return {
    html: isToSign && !hasSignature(html) ? withSignature(html, signature) : html,
    isSigned: isSigned || isToSign,
  };
}
