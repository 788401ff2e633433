import { authenticate } from 'mailauth';
import { createByteReader, readFrames, toJsonFrame, readJson } from '#adapters/frames.ts';
import { createGate } from '#lib/gate.ts';
import { getSenderVerdict } from './sender-verdict.ts';
import { dnsAnswer, type VerifierOutput } from './verify-sender.ts';

/**
 * Reads one framed raw message from standard input and writes whether its sender is verified. It does no DNS lookups
 * itself: it writes each query to standard output, and reads the answer from standard input.
 */
const input = createByteReader(process.stdin);
const raw: Buffer[] = [];
for await (const chunk of readFrames(input)) raw.push(chunk);

const inOrder = createGate(1);

/** One query at a time, so that answers need no number. */
function ask(name: string, type: string): Promise<string[] | string[][]> {
  return inOrder(async () => {
    write({ question: { name, type } });
    const { records, code } = dnsAnswer.parse(await readJson(input));
    if (records !== null) return records;
    throw Object.assign(new Error(`No answer for ${type} ${name}`), { code });
  });
}

function write(output: VerifierOutput): void {
  process.stdout.write(toJsonFrame(output));
}

const result = await authenticate(Buffer.concat(raw), {
  resolver: ask,
  trustReceived: true,
  disableBimi: true,
  mta: 'handover',
});
write({ verdict: getSenderVerdict(result) });
process.stdin.destroy();
