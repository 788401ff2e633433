import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

type Download = { readonly name: string; readonly contentType: string; readonly bytes: Readable };

/**
 * Sends bytes that a browser saves and never runs: always an attachment, never guessed at, never kept by
 * a cache. The stream waits for a slow reader and is destroyed when the reader goes away.
 */
export function sendDownload(reply: FastifyReply, { name, contentType, bytes }: Download): void {
  void reply
    .header('content-type', contentType)
    .header('content-disposition', attachmentAs(name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(bytes);
}

/** `Content-Disposition` of RFC 6266: a plain name for old readers, the real one in UTF-8 beside it. */
function attachmentAs(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%;]/g, '_')
    .trim();
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain === '' ? 'file' : plain}"; filename*=UTF-8''${encoded}`;
}
