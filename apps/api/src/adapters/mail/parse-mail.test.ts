import type * as childProcess from 'node:child_process';
import { spawn, type ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#lib/ids.ts';
import { parseMail } from './parse-mail.ts';
import { UnreadableMailError, type ParseResult } from './parser-child.ts';

vi.mock('node:child_process', async (original) => {
  const real = await original<typeof childProcess>();
  return { ...real, spawn: vi.fn(real.spawn) };
});

const joinLines = (...parts: string[]): string => parts.join('\r\n');

type Source = string | (() => Readable);

function parse(raw: Source, { timeoutMs = 60_000, mailboxId = newId() } = {}): Promise<ParseResult<string>> {
  return parseMail({
    mailboxId,
    open: typeof raw === 'string' ? () => Readable.from([Buffer.from(raw)]) : raw,
    keep: async (_attachment, content) => Buffer.concat(await content.toArray()).toString(),
    timeoutMs,
  });
}

describe('parseMail', () => {
  it('reads headers, text and addresses', async () => {
    const { mail } = await parse(
      joinLines(
        'From: "Ann A." <Ann@clients.test>',
        'To: office@meridian.test, "Group": bo@x.test;',
        'Cc: cy@x.test',
        'Subject: =?utf-8?B?SGVsbG8g4pyT?=',
        'Message-ID: <1@x>',
        'In-Reply-To: <0@y>',
        'References: <a@y>',
        ' <0@y>',
        'Date: Fri, 20 Nov 2026 10:00:00 +0000',
        '',
        'hi',
        '',
      ),
    );
    expect(mail).toMatchObject({
      messageId: '<1@x>',
      inReplyTo: '<0@y>',
      references: ['<a@y>', '<0@y>'],
      from: { name: 'Ann A.', address: 'Ann@clients.test' },
      cc: ['cy@x.test'],
      subject: 'Hello ✓',
      date: new Date('2026-11-20T10:00:00Z'),
      text: 'hi\n',
      html: null,
      bounce: null,
    });
    expect(mail.to).toContain('office@meridian.test');
  });

  it('sanitizes HTML, and passes attachments on unchanged', async () => {
    const { mail, attachments } = await parse(
      joinLines(
        'From: a@b.test',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: text/html',
        '',
        '<p>Hi <img src="cid:p1"><img src="https://e.test/x.png"></p><script>1</script>',
        '--x',
        'Content-Type: image/png; name="../../etc/p.png"',
        'Content-ID: <p1>',
        '',
        'PNG',
        '--x',
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="a b.pdf"',
        '',
        'PDF',
        '--x--',
        '',
      ),
    );
    expect(mail.html).toBe('<p>Hi <img src="cid:p1" alt="" /><img src="https://e.test/x.png" alt="" /></p>');
    expect(mail.text).toBe('Hi');
    expect(mail.hasRemoteImages).toBe(true);
    expect(mail.attachments).toMatchObject([
      { name: 'p.png', contentId: 'p1' },
      { name: 'a b.pdf', contentId: null },
    ]);
    expect(attachments).toEqual(['PNG', 'PDF']);
  });

  it('shows text beside HTML, but not instead of it', async () => {
    const parts = [
      '--x',
      '',
      'Bids & tips < 5',
      '--x',
      'Content-Type: text/html',
      '',
      '<b>Footer</b>',
      '--x--',
    ];
    const htmlOf = async (kind: string): Promise<string | null> =>
      (await parse(joinLines('From: a@b.test', `Content-Type: multipart/${kind}; boundary=x`, '', ...parts)))
        .mail.html;
    expect(await htmlOf('mixed')).toMatch(/Bids &amp; tips &lt; 5[^]*<b>Footer<\/b>/);
    expect(await htmlOf('alternative')).toBe('<b>Footer</b>');
  });

  it.each([
    [['Auto-Submitted: auto-replied'], true],
    [['Auto-Submitted: auto-generated; x=y', 'In-Reply-To: <1@x>'], true],
    [['X-Autoreply: yes'], true],
    [['Precedence: auto_reply'], true],
    [['Auto-Submitted: no', 'In-Reply-To: <1@x>'], false],
    [['Auto-Submitted: auto-generated'], false],
    [['Precedence: bulk', 'In-Reply-To: <1@x>'], false],
    [['Precedence: list'], false],
  ])('finds an automatic reply by %j: %s', async (fields, isAutoReply) => {
    expect((await parse(joinLines('From: a@b.test', ...fields, '', 'Away'))).mail).toMatchObject({
      isAutoReply,
    });
  });

  it('reads which message a delivery report is about', async () => {
    const { mail } = await parse(
      joinLines(
        'From: MAILER-DAEMON@x.test',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
        '',
        '--x',
        '',
        'Failed',
        '--x',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; x.test',
        '',
        'Final-Recipient: rfc822; bo@nowhere.test',
        'Action: failed',
        'Status: 5.1.1',
        '--x',
        'Content-Type: message/rfc822',
        '',
        'Message-ID: <ours@y>',
        '',
        'body',
        '--x--',
        '',
      ),
    );
    expect(mail.bounce).toEqual({
      messageId: '<ours@y>',
      recipient: 'bo@nowhere.test',
      status: '5.1.1',
      isFinal: true,
    });
  });

  it('reads a message with nothing in it', async () => {
    const { mail } = await parse('\r\n');
    expect(mail).toMatchObject({ messageId: null, from: null, to: [], subject: '', text: '' });
  });

  it('skips parts that cannot be attachments', async () => {
    const { mail } = await parse(
      joinLines('From: =?utf-8?Q?=00x?= <a@b.test>', 'Subject: a\0b', '', 'hi\0there'),
    );
    expect(mail).toMatchObject({ from: { name: 'x' }, subject: 'a b', text: 'hithere' });
  });

  it('rejects endlessly nested parts, endless headers, and too many parts', async () => {
    const nested = Array.from(
      { length: 3_000 },
      (_value, depth) =>
        `Content-Type: multipart/mixed; boundary=b${String(depth)}\r\n\r\n--b${String(depth)}\r\n`,
    ).join('');
    await expect(parse(nested)).rejects.toThrow(UnreadableMailError);
    await expect(parse(`X: ${'a'.repeat(8_000_000)}\r\n\r\n`)).rejects.toThrow(UnreadableMailError);
    await expect(
      parse(`Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(200_000)}`),
    ).rejects.toThrow(UnreadableMailError);
  });

  it.each([
    ['has a large picture', `<p>$900,000</p><img src="data:image/png;base64,${'A'.repeat(520_000)}">`],
    ['is long', `<p>$900,000</p>${'<p>a</p>'.repeat(19_000)}${'b'.repeat(500_000)}`],
    [
      'has more elements than any letter',
      `<style>p{}</style><P class=x>$900&#44;000</P>${'<a href="x">'.repeat(200_000)}`,
    ],
    ['is larger than any letter', `<!-- a --><p>$900,000</p>${'<p>a</p>'.repeat(400_000)}`],
  ])('shows the text of HTML that %s', async (_size, html) => {
    const { mail } = await parse(`Content-Type: text/html\r\n\r\n${html}`);
    expect(mail).toMatchObject({ html: null, text: expect.stringMatching(/^\$900,000(?:\n|$)/) });
  });

  it('refers to the mail program where there is no text to show', async () => {
    const { mail } = await parse(`Content-Type: text/html\r\n\r\n${'<div>'.repeat(400_000)}`);
    expect(mail).toMatchObject({
      html: null,
      text: '(This message cannot be shown. Open it in your mail program.)',
    });
  });

  it('stops a parser that takes too long', async () => {
    await expect(parse('From: a@b.test\r\n\r\nhi', { timeoutMs: 1 })).rejects.toThrow(UnreadableMailError);
  });

  it('does not treat a broken source as the end of the message', async () => {
    const source = () =>
      Readable.from(
        (async function* half() {
          yield Buffer.from('From: a@b.test\r\n\r\nhalf of');
          throw new Error('the store is gone');
        })(),
      );
    await expect(parse(source)).rejects.toThrow('the store is gone');
  });

  it('serves more than two at once in turn', async () => {
    const all = await Promise.all(
      ['1', '2', '3', '4'].map((subject) => parse(`Subject: ${subject}\r\n\r\nhi`)),
    );
    expect(all.map(({ mail }) => mail.subject)).toEqual(['1', '2', '3', '4']);
  });
});

describe('the process that reads', () => {
  const letter = (subject: string) => `Subject: ${subject}\r\n\r\nhi`;
  const withAttachment = joinLines(
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: application/pdf',
    '',
    'PDF',
    '--x--',
    '',
  );
  const endless = `X: ${'a'.repeat(8_000_000)}\r\n\r\n`;
  const started = vi.mocked(spawn);
  const lastStarted = () => started.mock.results.at(-1)?.value as ChildProcess;
  beforeEach(() => void started.mockClear());

  it('continues with the email and attachments of its own mailbox only', async () => {
    const [mine, theirs] = [newId(), newId()];
    expect((await parse(withAttachment, { mailboxId: mine })).attachments).toEqual(['PDF']);
    for (const subject of ['1', '2', '3'])
      expect((await parse(letter(subject), { mailboxId: mine })).mail.subject).toBe(subject);
    expect(started).toHaveBeenCalledTimes(1);
    await parse(letter('4'), { mailboxId: theirs });
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('is replaced after fifty messages', async () => {
    const mailboxId = newId();
    for (let count = 0; count < 50; count += 1) await parse(letter('x'), { mailboxId });
    expect(started).toHaveBeenCalledTimes(1);
    await parse(letter('x'), { mailboxId });
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('is replaced after a message that crashed it or took too long', async () => {
    const mailboxId = newId();
    const unending = () => new Readable({ read: () => undefined });
    for (const [bad, timeoutMs] of [
      [endless, 60_000],
      [unending, 50],
    ] as const) {
      await expect(parse(bad, { mailboxId, timeoutMs })).rejects.toThrow(UnreadableMailError);
      expect((await parse(letter('good'), { mailboxId })).mail.subject).toBe('good');
    }
  });

  it('retries an unreadable message in a new process', async () => {
    const mailboxId = newId();
    await parse(letter('1'), { mailboxId });
    lastStarted().kill('SIGKILL');
    expect((await parse(letter('2'), { mailboxId })).mail.subject).toBe('2');
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('reads no further message after one that broke off, or left its attachments unread', async () => {
    const mailboxId = newId();
    const leave = parseMail({
      mailboxId,
      open: () => Readable.from([Buffer.from(withAttachment)]),
      keep: () => Promise.reject(new Error('no room')),
    });
    await expect(leave).rejects.toThrow('no room');
    const brokenOff = () =>
      Readable.from(
        (async function* half() {
          yield Buffer.from('Subject: half');
          throw new Error('the store is gone');
        })(),
      );
    await expect(parse(brokenOff, { mailboxId })).rejects.toThrow('the store is gone');
    expect((await parse(letter('whole'), { mailboxId })).mail.subject).toBe('whole');
    expect(started).toHaveBeenCalledTimes(3);
  });
});
