import ipaddr from 'ipaddr.js';
import { z } from 'zod';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Object storage used instead of the data folder. */
export interface S3Config {
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Validated settings from the environment, documented in `.env.example`. */
export interface Config {
  port: number;
  host: string;
  /** The app's public origin, without a trailing slash. */
  publicUrl: string;
  /** May be relative to the working directory. */
  dataDir: string;
  /** If absent, the embedded PostgreSQL runs in the data folder. */
  databaseUrl?: string;
  /** If absent, sample data is created when the database is new and embedded. */
  sampleData?: boolean;
  samplePassword?: string;
  /** If absent, mail stays in the outbox. */
  smtpUrl?: string;
  mailFrom?: string;
  s3?: S3Config;
  /** If absent, files are not scanned for malware. */
  clamavUrl?: string;
  /** If absent, a key is created in the data folder. */
  secretKey?: string;
  /** Private host names, addresses, and CIDR ranges that user-configured connections may reach. */
  outgoingAllow: string[];
  logLevel: LogLevel;
  /** Limit per user or API key on all servers; callers without a session get 1/50. */
  requestsPerMinute: number;
  /** Whether the server runs background jobs or leaves them to `npm run worker`. */
  worker: 'inline' | 'separate';
  /** Fastify's `trustProxy`: none, a number of hops, or proxy addresses. */
  trustProxy: false | number | string[];
}

/** Invalid settings; the message names each variable and its expected value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and validates the environment; empty variables count as absent.
 * @throws {ConfigError} without values, since some are secrets
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(removeEmpty(env));
  if (!parsed.success) throw new ConfigError(explain(parsed.error.issues));
  const read = parsed.data;
  const s3 = toS3(read);
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    dataDir: read.DATA_DIR,
    outgoingAllow: read.OUTGOING_ALLOW,
    logLevel: read.LOG_LEVEL,
    requestsPerMinute: read.REQUESTS_PER_MINUTE,
    worker: read.WORKER,
    trustProxy: read.TRUST_PROXY,
    ...(read.DATABASE_URL !== undefined && { databaseUrl: read.DATABASE_URL }),
    ...(read.SAMPLE_DATA !== undefined && { sampleData: read.SAMPLE_DATA }),
    ...(read.SAMPLE_PASSWORD !== undefined && { samplePassword: read.SAMPLE_PASSWORD }),
    ...(read.SMTP_URL !== undefined && { smtpUrl: read.SMTP_URL }),
    ...(read.MAIL_FROM !== undefined && { mailFrom: read.MAIL_FROM }),
    ...(read.CLAMAV_URL !== undefined && { clamavUrl: read.CLAMAV_URL }),
    ...(read.SECRET_KEY !== undefined && { secretKey: read.SECRET_KEY }),
    ...(s3 && { s3 }),
  };
}

function createTextSchema(expected: string, isRight: (value: string) => boolean) {
  return z.string({ error: expected }).refine(isRight, { error: expected });
}

function createUrlSchema(protocols: string[], expected: string) {
  return createTextSchema(
    expected,
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
  );
}

const anyText = z.string();
const originExpected = 'expected an http or https address without a path, such as https://crm.example.com';

const environmentSchema = z
  .object({
    PORT: createTextSchema('expected a whole number from 1 to 65535', isPort).transform(Number).default(3000),
    HOST: createTextSchema('expected a host name or an IP address', isHost).default('127.0.0.1'),
    PUBLIC_URL: createTextSchema(originExpected, isOrigin)
      .transform((value) => new URL(value).origin)
      .optional(),
    DATA_DIR: createTextSchema(
      'expected a path without a NUL character',
      (value) => !value.includes('\0'),
    ).default('./data'),
    DATABASE_URL: createUrlSchema(
      ['postgres:', 'postgresql:'],
      'expected postgresql://user:password@host:port/database',
    ).optional(),
    SAMPLE_DATA: z
      .enum(['true', 'false'], { error: 'expected true or false' })
      .transform((value) => value === 'true')
      .optional(),
    SAMPLE_PASSWORD: createTextSchema(
      'expected at least 8 characters',
      (value) => value.length >= 8,
    ).optional(),
    SMTP_URL: createUrlSchema(
      ['smtp:', 'smtps:'],
      'expected smtp://user:password@host:port or smtps://…',
    ).optional(),
    MAIL_FROM: createTextSchema(
      'expected an address such as Handover <office@example.com>',
      isSender,
    ).optional(),
    S3_ENDPOINT: createUrlSchema(['http:', 'https:'], 'expected an http or https address').optional(),
    S3_REGION: anyText.default('us-east-1'),
    S3_BUCKET: anyText.optional(),
    S3_ACCESS_KEY_ID: anyText.optional(),
    S3_SECRET_ACCESS_KEY: anyText.optional(),
    CLAMAV_URL: createUrlSchema(
      ['tcp:', 'unix:'],
      'expected tcp://host:3310, or unix:///path of the socket',
    ).optional(),
    SECRET_KEY: createTextSchema(
      'expected 32 random bytes in base64, or at least 32 characters',
      (value) => value.length >= 32,
    ).optional(),
    OUTGOING_ALLOW: z
      .string()
      .transform(toList)
      .refine((entries) => entries.every(isHostOrRange), {
        error: 'expected host names, addresses or CIDR ranges with commas between them',
      })
      .default([]),
    LOG_LEVEL: z.enum(logLevels, { error: `expected one of ${logLevels.join(', ')}` }).default('info'),
    REQUESTS_PER_MINUTE: createTextSchema('expected a whole number from 100 to 10000000', isRequestRate)
      .transform(Number)
      .default(600_000),
    WORKER: z.enum(['inline', 'separate'], { error: 'expected inline or separate' }).default('inline'),
    TRUST_PROXY: createTextSchema(
      'expected false, the number of proxies in front, or their addresses or CIDR ranges with commas between them',
      isTrustProxy,
    )
      .transform(toTrustProxy)
      .default(false),
  })
  .superRefine((env, context) => {
    for (const [variable, message] of findMissing(env)) {
      context.addIssue({ code: 'custom', path: [variable], message });
    }
  });

type S3Variables = Partial<
  Record<
    'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
    string | undefined
  >
>;

function findMissing(
  env: S3Variables & { DATABASE_URL?: string | undefined; SECRET_KEY?: string | undefined },
) {
  const missing: [variable: string, message: string][] = [];
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    missing.push([
      'SECRET_KEY',
      'required with DATABASE_URL: 32 random bytes in base64, such as `openssl rand -base64 32` prints',
    ]);
  }
  const required = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const given = (['S3_ENDPOINT', ...required] as const).find((variable) => env[variable]);
  if (!given) return missing;
  for (const variable of required) {
    if (!env[variable]) missing.push([variable, `required when ${given} is set`]);
  }
  return missing;
}

function toS3(env: S3Variables): S3Config | undefined {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    ...(S3_ENDPOINT !== undefined && { endpoint: S3_ENDPOINT }),
  };
}

function removeEmpty(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).map(([name, value]) => [name, value?.trim() ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function explain(issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  return ['The configuration is not usable (see .env.example):', ...new Set(lines)].join('\n');
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

function isRequestRate(value: string): boolean {
  return /^\d{3,8}$/.test(value) && Number(value) >= 100 && Number(value) <= 10_000_000;
}

function isHost(value: string): boolean {
  return ipaddr.isValid(value) || /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(value);
}

function isRange(value: string): boolean {
  return ipaddr.isValidCIDR(value) || ipaddr.isValid(value);
}

function isHostOrRange(value: string): boolean {
  return isRange(value) || isHost(value);
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === '';
}

function isSender(value: string): boolean {
  return /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(value);
}

function isTrustProxy(value: string): boolean {
  if (value === 'false' || /^\d{1,2}$/.test(value)) return true;
  const entries = toList(value);
  return entries.length > 0 && entries.every(isRange);
}

function toTrustProxy(value: string): Config['trustProxy'] {
  if (value === 'false' || value === '0') return false;
  return /^\d+$/.test(value) ? Number(value) : toList(value);
}

function toList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Shown by the API and stored in backups. */
export const productVersion = '0.1.0';
