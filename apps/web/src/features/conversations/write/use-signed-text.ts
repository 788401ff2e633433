import { useQuery } from '@tanstack/react-query';
import type { EmailDraftHandle } from './draft/use-email-draft.ts';
import { signatureQuery } from './email-draft.queries.ts';
import { hasSignature, insertText, withSignature, withoutSignature } from './signature-block.ts';

interface SignedText {
  /** The text with the signature in place. */
  html: string;
  change: (html: string) => void;
  /** Puts HTML behind what is written, above the signature. */
  insert: (html: string) => void;
  /** Null for who has no signature. */
  signature: { isUsed: boolean; use: (isUsed: boolean) => void } | null;
}

/** The draft's text. The signature is put in once, when the draft is begun; from then on it is text like any other. */
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
