import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createRawMail } from '#test/mail/mail-fixture.ts';
import { createSigner, createZone } from '#test/mail/signed-mail.ts';
import { createDnsLookup, verifySender, type DnsLookup } from './verify-sender.ts';

const zone = createZone();
const sign = createSigner(zone.txt, 'clients.test');
const raw = createRawMail({ From: 'Ann <ann@clients.test>', To: 'office@crm.test', Subject: 'Hello' });

const verify = (mail: string | Buffer, lookup: DnsLookup = zone.lookup) =>
  verifySender(Readable.from([Buffer.from(mail)]), lookup);

describe('the sender of a message', () => {
  it('is verified by a signature of the From domain', async () => {
    expect(await verify(await sign(raw))).toEqual({ check: 'verified', domain: 'clients.test' });
  });

  it('is not verified without a signature, or after the text was changed', async () => {
    expect((await verify(raw)).check).toBe('failed');
    expect((await verify((await sign(raw)).replace('Hello\r\n', 'Hi\r\n'))).check).toBe('failed');
  });

  it('is not verified by the signature of another domain', async () => {
    const signOther = createSigner(zone.txt, 'evil.test');
    expect((await verify(await signOther(raw))).check).toBe('failed');
  });

  it('is not verified by a signature over only the start of the text', async () => {
    const signed = await sign(raw, { maxBodyLength: 5 });
    expect((await verify(`${signed}Wire the money to this account.\r\n`)).check).toBe('failed');
  });

  it('is not verified with two From headers', async () => {
    expect((await verify(`From: Bo <bo@evil.test>\r\n${await sign(raw)}`)).check).toBe('failed');
  });

  it('is verified by SPF for the server that delivered the message', async () => {
    zone.txt.set('spf.test', 'v=spf1 ip4:203.0.113.9 -all');
    zone.txt.set('_dmarc.spf.test', 'v=DMARC1; p=none');
    const from = (address: string) =>
      [
        'Return-Path: <bo@spf.test>',
        `Received: from mail.spf.test (mail.spf.test [${address}]) by mx.crm.test; Fri, 20 Nov 2026 10:00:00 +0000`,
        createRawMail({ From: 'bo@spf.test' }),
      ].join('\r\n');
    expect((await verify(from('203.0.113.9'))).check).toBe('verified');
    expect((await verify(from('198.51.100.7'))).check).toBe('failed');
  });

  it('is unknown while DNS does not answer, after one question', async () => {
    let questions = 0;
    const down: DnsLookup = async () => {
      questions += 1;
      throw Object.assign(new Error('No answer'), { code: 'ETIMEOUT' });
    };
    expect((await verify(await sign(raw), down)).check).toBe('unknown');
    expect(questions).toBe(1);
  });

  it('is never verified for bytes that are not a message', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(100_000, 0xff), Buffer.from('\r\n'.repeat(10_000))])
      expect((await verify(bytes)).check).not.toBe('verified');
  });
});

it('does not look up names that public DNS cannot have', async () => {
  await expect(createDnsLookup()('_dmarc.clients.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
