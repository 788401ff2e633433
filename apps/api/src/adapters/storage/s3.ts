import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Config, S3Config } from '#lib/config.ts';
import { checkedBytes, checkFingerprint, MissingObjectError, pathOf, type Storage } from './storage.ts';
import { createSpool, type Spooled } from './spool.ts';
import { createLocalStorage } from './local.ts';

/** Parts are sent from memory so that they can be retried; 10,000 parts allow 160 GB. */
const partBytes = 16 * 1024 * 1024;

type Options = {
  readonly config: S3Config;
  /** Stores uploads until their hash is known, which is the object's key. */
  readonly spoolFolder: string;
  /** Of the installation's key; `check` rejects a bucket created under another key. */
  readonly fingerprint: string;
};

type Bucket = { readonly client: S3Client; readonly name: string };

/** Stores objects in a bucket of any S3-compatible store. */
export function createS3Storage({ config, spoolFolder, fingerprint }: Options): Storage {
  const bucket: Bucket = { client: connect(config), name: config.bucket };
  const spool = createSpool(spoolFolder);
  const has = async (sha256: string): Promise<boolean> => exists(bucket, keyOf(sha256));

  return {
    has,
    write: (source, { maxBytes }) =>
      spool.take(source, { maxBytes }, async (spooled) => {
        if (!(await has(spooled.object.sha256))) await upload(bucket, spooled);
        return spooled.object;
      }),
    read: async (sha256, range) => {
      const stream = await download(bucket, keyOf(sha256), range);
      if (stream === null) throw new MissingObjectError(`No object ${sha256}`);
      return range === undefined ? checkedBytes(stream, sha256) : stream;
    },
    check: async () => {
      await spool.sweep();
      await checkFingerprint(fingerprint, {
        read: () => readText(bucket, 'fingerprint'),
        write: (text) => put(bucket, 'fingerprint', Buffer.from(text)),
      });
    },
  };
}

function connect(config: S3Config): S3Client {
  return new S3Client({
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Other stores than AWS support neither virtual-hosted buckets nor newer trailing checksums.
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  });
}

function keyOf(sha256: string): string {
  return `objects/${pathOf(sha256)}`;
}

async function upload(bucket: Bucket, { file, object }: Spooled): Promise<void> {
  const handle = await open(file, 'r');
  try {
    if (object.sizeBytes <= partBytes) await put(bucket, keyOf(object.sha256), await readPart(handle, 0));
    else await uploadInParts(bucket, { key: keyOf(object.sha256), handle, sizeBytes: object.sizeBytes });
  } finally {
    await handle.close();
  }
}

async function uploadInParts(
  { client, name }: Bucket,
  { key, handle, sizeBytes }: { key: string; handle: FileHandle; sizeBytes: number },
): Promise<void> {
  const target = { Bucket: name, Key: key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  try {
    const parts: CompletedPart[] = [];
    for (let start = 0; start < sizeBytes; start += partBytes) {
      const PartNumber = parts.length + 1;
      const { ETag } = await client.send(
        new UploadPartCommand({ ...target, UploadId, PartNumber, Body: await readPart(handle, start) }),
      );
      parts.push({ PartNumber, ETag });
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }),
    );
  } catch (error) {
    // If this call fails too, the store itself deletes incomplete uploads.
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

async function readPart(handle: FileHandle, start: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  while (filled < partBytes) {
    const { bytesRead } = await handle.read(buffer, filled, partBytes - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function put({ client, name }: Bucket, key: string, body: Buffer): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: body, ContentLength: body.length }));
}

async function download(
  { client, name }: Bucket,
  key: string,
  range: { start: number; end?: number } | undefined,
): Promise<Readable | null> {
  try {
    const { Body } = await client.send(
      new GetObjectCommand({
        Bucket: name,
        Key: key,
        ...(range === undefined
          ? {}
          : { Range: `bytes=${String(range.start)}-${range.end === undefined ? '' : String(range.end)}` }),
      }),
    );
    if (!(Body instanceof Readable)) throw new Error('The object store answered without a body');
    return Body;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function readText(bucket: Bucket, key: string): Promise<string | null> {
  const stream = await download(bucket, key, undefined);
  if (stream === null) return null;
  return text(stream);
}

async function exists({ client, name }: Bucket, key: string): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand({ Bucket: name, Key: key }));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** A missing bucket is a configuration error, not a missing object. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== 'NoSuchBucket'
  );
}

/**
 * The configured file store: a bucket, or a folder in the data folder. `fingerprint` is that of the secret
 * key.
 */
export function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, fingerprint: string): Storage {
  return s3 === undefined
    ? createLocalStorage({ folder: join(dataDir, 'files'), fingerprint })
    : createS3Storage({ config: s3, spoolFolder: join(dataDir, 'spool'), fingerprint });
}
