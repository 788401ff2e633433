export type StoredMessage = { readonly uid: number; readonly raw: Buffer; readonly receivedAt: Date };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The FETCH response of RFC 3501 for the requested items. */
export function respondToFetch(
  message: StoredMessage,
  { sequence, items }: { sequence: number; items: string },
): Buffer {
  const { uid, raw, receivedAt } = message;
  const header = raw.subarray(0, raw.indexOf('\r\n\r\n') + 2).toString();
  const parts: Buffer[] = [Buffer.from(`UID ${String(uid)}`)];
  if (/RFC822\.SIZE/i.test(items)) parts.push(Buffer.from(`RFC822.SIZE ${String(getSize(header, raw))}`));
  if (/INTERNALDATE/i.test(items))
    parts.push(Buffer.from(`INTERNALDATE "${formatInternalDate(receivedAt)}"`));
  if (/ENVELOPE/i.test(items)) parts.push(Buffer.from(`ENVELOPE ${formatEnvelope(header)}`));
  const fields = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/i.exec(items)?.[1];
  if (fields !== undefined) {
    const kept = fields.split(' ').map((name) => getHeaderField(header, name.replaceAll('"', '')));
    const text = `${kept.filter(Boolean).join('')}\r\n`;
    parts.push(
      Buffer.concat([Buffer.from(`BODY[HEADER.FIELDS (${fields})] `), formatLiteral(Buffer.from(text))]),
    );
  }
  const [, from, length] = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(items) ?? [];
  if (/BODY\.PEEK\[\]/i.test(items)) {
    const start = Number(from ?? 0);
    const bytes = length === undefined ? raw : raw.subarray(start, start + Number(length));
    const name = length === undefined ? 'BODY[]' : `BODY[]<${String(start)}>`;
    parts.push(Buffer.concat([Buffer.from(`${name} `), formatLiteral(bytes)]));
  }
  const inner = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(' '), part]));
  return Buffer.concat([Buffer.from(`* ${String(sequence)} FETCH (`), ...inner, Buffer.from(')\r\n')]);
}

/** A message can claim another size than it has, so that a test need not carry megabytes. */
function getSize(header: string, raw: Buffer): number {
  const claimed = /^X-Claimed-Size: (\d+)/im.exec(header)?.[1];
  return claimed === undefined ? raw.length : Number(claimed);
}

function formatLiteral(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{${String(bytes.length)}}\r\n`), bytes]);
}

function formatInternalDate(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${String(date.getUTCDate()).padStart(2, ' ')}-${months[date.getUTCMonth()] ?? ''}-${String(date.getUTCFullYear())}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}

/** date subject from sender reply-to to cc bcc in-reply-to message-id */
function formatEnvelope(header: string): string {
  const value = (name: string): string =>
    getHeaderField(header, name)
      .slice(name.length + 1)
      .trim();
  const text = (name: string): string => (value(name) === '' ? 'NIL' : JSON.stringify(value(name)));
  const addresses = (name: string): string => {
    const found = [...value(name).matchAll(/([^\s<>,@"]+)@([^\s<>,"]+)/g)];
    return found.length === 0
      ? 'NIL'
      : `(${found.map(([, user = '', host = '']) => `(NIL NIL "${user}" "${host}")`).join('')})`;
  };
  const from = addresses('From');
  return `(${text('Date')} ${text('Subject')} ${from} ${from} ${from} ${addresses('To')} ${addresses('Cc')} NIL ${text('In-Reply-To')} ${text('Message-ID')})`;
}

/** A header field with its name, its folded lines, and its line end; empty if it is missing. */
function getHeaderField(header: string, name: string): string {
  return new RegExp(`^${name}:.*(?:\\r\\n[ \\t].*)*\\r\\n`, 'im').exec(header)?.[0] ?? '';
}
