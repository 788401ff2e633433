import { Resolver } from 'node:dns/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DNSResolver } from 'mailauth';
import { z } from 'zod';
import { spawnConfined } from '#adapters/confined-child.ts';
import { createGate } from '#lib/gate.ts';
import { createByteReader, toJsonFrame, readJson, toFrames } from '#adapters/frames.ts';
import { type SenderVerdict, senderVerdict } from './sender-verdict.ts';

const question = z.object({ name: z.string().max(300), type: z.string().max(10) });
const verifierOutput = z.union([z.object({ question }), z.object({ verdict: senderVerdict })]);
export type VerifierOutput = z.infer<typeof verifierOutput>;

export const dnsAnswer = z.object({
  records: z.custom<Records>(Array.isArray).nullable(),
  /** Why there are no records, as a `node:dns` error code. */
  code: z.string().nullable(),
});
type DnsAnswer = z.infer<typeof dnsAnswer>;

type Records = Awaited<ReturnType<DNSResolver>>;

/** Records of a name, as `dns.resolve` returns them; throws an error with a code of `node:dns`. */
export type DnsLookup = (name: string, type: string) => Promise<Records>;

const maxHeapMegabytes = 256;
const timeoutMs = 30_000;
/** More than any legitimate message needs. */
const maxQuestions = 60;
const inOrder = createGate(2);

const unknown: SenderVerdict = { check: 'unknown', domain: null };

/**
 * Checks DKIM, SPF, DMARC, and ARC of a raw message in a process without secrets, two at a time and 30 s at most.
 * `unknown` when DNS does not answer or the check fails on the message. Throws errors of `raw`.
 */
export function verifySender(raw: Readable, lookup: DnsLookup): Promise<SenderVerdict> {
  return inOrder(async () => {
    const child = spawnConfined('verifier-process', {
      maxHeapMegabytes,
      timeoutMs,
    });
    try {
      await pipeline(toFrames(raw), child.stdin, { end: false });
      const output = createByteReader(child.stdout);
      const answer = createAnswers(lookup);
      for (let count = 0; count < maxQuestions; count += 1) {
        const said = verifierOutput.parse(await readJson(output));
        if ('verdict' in said) return said.verdict;
        child.stdin.write(toJsonFrame(await answer(said.question)));
      }
      return unknown;
    } catch (error) {
      if (raw.errored !== null) throw error;
      return unknown;
    } finally {
      child.kill('SIGKILL');
    }
  });
}

/** After a failed lookup, skips the remaining lookups of the message. */
function createAnswers(lookup: DnsLookup): (asked: z.infer<typeof question>) => Promise<DnsAnswer> {
  let isDown = false;
  return async ({ name, type }) => {
    if (isDown) return { records: null, code: 'ETIMEOUT' };
    try {
      return { records: await lookup(name, type), code: null };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'ESERVFAIL';
      isDown = code !== 'ENOTFOUND' && code !== 'ENODATA';
      return { records: null, code };
    }
  };
}

/** Names that never exist in public DNS (RFC 6761). */
const reserved = /(?:^|\.)(?:test|example|invalid|localhost|local)\.?$/i;

/** Queries this machine's DNS servers, for at most 3 s. */
export function createDnsLookup(): DnsLookup {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  return async (name, type) => {
    if (reserved.test(name)) throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' });
    const records: unknown = await resolver.resolve(name, type);
    return z.custom<Records>(Array.isArray).parse(records);
  };
}
