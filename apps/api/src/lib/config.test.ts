import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const databaseUrl = 'postgresql://app:secret@db.example.com:5432/handover';
const secretKey = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

function getMessage(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('loadConfig', () => {
  it('needs no variable at all', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      outgoingAllow: [],
      logLevel: 'info',
      requestsPerMinute: 600_000,
      trustProxy: false,
      worker: 'inline',
    });
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', S3_BUCKET: '' })).toEqual(loadConfig({}));
  });

  it('builds the public address from the port', () => {
    expect(loadConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  it('drops the trailing slash of the public address', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://crm.example.com/' }).publicUrl).toBe('https://crm.example.com');
  });

  it('reads every variable', () => {
    const config = loadConfig({
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      SAMPLE_DATA: 'false',
      SAMPLE_PASSWORD: 'correct horse',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'Handover <office@example.com>',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      OUTGOING_ALLOW: '10.0.0.0/8, mail.internal,::1',
      TRUST_PROXY: '10.0.0.1,192.168.0.0/16',
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      databaseUrl,
      secretKey,
      sampleData: false,
      samplePassword: 'correct horse',
      smtpUrl: 'smtp://127.0.0.1:2525',
      mailFrom: 'Handover <office@example.com>',
      s3: {
        endpoint: 'http://127.0.0.1:9000',
        region: 'us-east-1',
        bucket: 'files',
        accessKeyId: 'id',
        secretAccessKey: 'key',
      },
      outgoingAllow: ['10.0.0.0/8', 'mail.internal', '::1'],
      trustProxy: ['10.0.0.1', '192.168.0.0/16'],
      logLevel: 'debug',
    });
  });

  it.each([
    ['2', 2],
    ['0', false],
    ['false', false],
  ])('reads TRUST_PROXY=%s', (given, expected) => {
    expect(loadConfig({ TRUST_PROXY: given }).trustProxy).toBe(expected);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'crm.example.com'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://example.com/crm'],
    ['DATABASE_URL', 'mysql://root@localhost/app'],
    ['SAMPLE_DATA', 'yes'],
    ['SAMPLE_PASSWORD', 'short'],
    ['SMTP_URL', 'localhost:25'],
    ['CLAMAV_URL', 'http://localhost:3310'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
    ['S3_ENDPOINT', 'minio'],
    ['SECRET_KEY', 'too short'],
    ['OUTGOING_ALLOW', '10.0.0.0/99'],
    ['OUTGOING_ALLOW', 'a b'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'proxy.example.com'],
  ])('refuses %s=%s and names it', (variable, value) => {
    expect(getMessage({ [variable]: value })).toMatch(new RegExp(`^ {2}${variable}: expected `, 'm'));
  });

  it('names all bad variables at once', () => {
    const message = getMessage({ PORT: 'x', LOG_LEVEL: 'y' });
    expect(message).toContain('PORT');
    expect(message).toContain('LOG_LEVEL');
  });

  it('never repeats a value, which may be a secret', () => {
    expect(
      getMessage({ DATABASE_URL: 'mysql://root:hunter2@localhost', SECRET_KEY: 'hunter2' }),
    ).not.toContain('hunter2');
  });

  it('requires a secret key with DATABASE_URL', () => {
    expect(getMessage({ DATABASE_URL: databaseUrl })).toMatch(/SECRET_KEY: required with DATABASE_URL/);
    expect(loadConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }).databaseUrl).toBe(databaseUrl);
  });

  it('requires a complete object store configuration', () => {
    const message = getMessage({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' });
    expect(message).toMatch(/S3_SECRET_ACCESS_KEY: required when S3_BUCKET is set/);
    expect(message).not.toContain('S3_ENDPOINT');
  });
});
