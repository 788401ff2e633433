import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createByteReader, readFrames, toJsonFrame } from '#adapters/frames.ts';
import { readMail } from './read-mail.ts';

/**
 * Reads framed raw messages from standard input. For each, writes to standard output the length of its
 * description, the description, and its attachments. An unreadable message ends the process.
 */
const input = createByteReader(process.stdin);
while (!(await input.isAtEnd())) {
  const { mail, contents } = await readMail(Readable.from(readFrames(input), { objectMode: false }));
  for (const part of [toJsonFrame(mail), ...contents]) {
    if (!process.stdout.write(part)) await once(process.stdout, 'drain');
  }
}
