import { once } from 'node:events';
import { readMail } from './read-mail.ts';

/** Raw message on standard input; on standard output the length of the description, the description, the attachments. */
const { mail, contents } = await readMail(process.stdin);
const description = Buffer.from(JSON.stringify(mail));
const length = Buffer.alloc(4);
length.writeUInt32BE(description.length);
for (const part of [length, description, ...contents]) {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}
