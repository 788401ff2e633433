import { describe, expect, it } from 'vitest';
import { readSmtpUrl } from './smtp.ts';

describe('readSmtpUrl', () => {
  it('uses STARTTLS where offered, and TLS from the start for smtps', () => {
    expect(readSmtpUrl('smtp://mail.example.com')).toMatchObject({
      host: 'mail.example.com',
      port: 587,
      isSecure: false,
      ignoreTls: false,
      requireTls: false,
      rejectUnauthorized: true,
      auth: null,
      isLocal: false,
    });
    expect(readSmtpUrl('smtps://mail.example.com')).toMatchObject({ port: 465, isSecure: true });
    expect(readSmtpUrl('smtp://mail.example.com:2525?ignoreTLS=true')).toMatchObject({
      port: 2525,
      ignoreTls: true,
    });
  });

  it('sends a password over the network only encrypted, unless configured otherwise', () => {
    expect(readSmtpUrl('smtp://me:p%40ss@mail.example.com')).toMatchObject({
      auth: { user: 'me', pass: 'p@ss' },
      requireTls: true,
    });
    expect(readSmtpUrl('smtp://me:p@mail.example.com?ignoreTLS=true')).toMatchObject({ requireTls: false });
    expect(readSmtpUrl('smtp://me:p@127.0.0.1')).toMatchObject({ requireTls: false });
  });

  it.each(['localhost', '127.0.0.1', '127.9.9.9', '[::1]'])(
    'knows %s as this machine, whose certificate it does not check',
    (host) => {
      expect(readSmtpUrl(`smtp://${host}`)).toMatchObject({
        isLocal: true,
        port: 25,
        rejectUnauthorized: false,
      });
    },
  );

  it.each(['10.0.0.1', '127.example.com', 'localhost.example.com', '[::2]'])(
    'does not take %s for this machine',
    (host) => {
      expect(readSmtpUrl(`smtp://${host}`).isLocal).toBe(false);
    },
  );

  it('refuses other protocols', () => {
    expect(() => readSmtpUrl('http://mail.example.com')).toThrow(/smtp/);
  });
});
