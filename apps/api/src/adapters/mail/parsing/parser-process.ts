import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createByteReader } from './byte-reader.ts';
import { fromFrames, lengthPrefix } from './frames.ts';
import { readMail } from './read-mail.ts';

/**
 * Raw messages in frames on standard input, one after another; for each on standard output the length of its
 * description, the description, and its attachments. A message that cannot be read ends the process.
 */
const input = createByteReader(process.stdin);
while (!(await input.isAtEnd())) {
  const { mail, contents } = await readMail(Readable.from(fromFrames(input), { objectMode: false }));
  const description = Buffer.from(JSON.stringify(mail));
  for (const part of [lengthPrefix(description.length), description, ...contents]) {
    if (!process.stdout.write(part)) await once(process.stdout, 'drain');
  }
}
