import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { S3Config } from '#lib/config.ts';
import { type ByteRange, checkFingerprint, MissingObjectError, type ObjectStore } from './object-store.ts';

/** Parts are sent from memory so that they can be retried; 10,000 parts allow 80 GB. */
const partBytes = 8 * 1024 * 1024;

type Options = {
  readonly config: S3Config;
  /** Fingerprint of the installation's key; `check` rejects a bucket created under another key. */
  readonly fingerprint: string;
};

type Bucket = { readonly client: S3Client; readonly name: string };

/** Stores objects in a bucket of any S3-compatible store. */
export function createS3Store({ config, fingerprint }: Options): ObjectStore {
  const bucket: Bucket = { client: connect(config), name: config.bucket };

  return {
    has: (name) => exists(bucket, name),
    write: (name, bytes) => upload(bucket, name, bytes),
    read: async (name, range) => {
      const stream = await download(bucket, name, range);
      if (stream === null) throw new MissingObjectError(`No object ${name}`);
      return stream;
    },
    remove: async (name) => {
      await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: name }));
    },
    check: () =>
      checkFingerprint(fingerprint, {
        read: () => readText(bucket, 'fingerprint'),
        write: (text) => put(bucket, 'fingerprint', Buffer.from(text)),
      }),
  };
}

function connect(config: S3Config): S3Client {
  return new S3Client({
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Stores other than AWS support neither virtual-hosted buckets nor newer trailing checksums.
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  });
}

/** A short object in one request, a longer one in parts; a failed one leaves no object. */
async function upload(bucket: Bucket, key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const parts = splitIntoParts(bytes);
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next();
    if (first.length < partBytes) await put(bucket, key, first);
    else await uploadInParts(bucket, key, concatBytes(first, parts));
  } finally {
    // Closes the source after an error of the store.
    await parts.return(undefined);
  }
}

async function uploadInParts(
  { client, name }: Bucket,
  key: string,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const target = { Bucket: name, Key: key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  try {
    const sent: CompletedPart[] = [];
    for await (const Body of parts) {
      const PartNumber = sent.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
      sent.push({ PartNumber, ETag });
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: sent } }),
    );
  } catch (error) {
    // If this call fails too, the store itself deletes incomplete uploads.
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

async function* concatBytes(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Parts of `partBytes`, the last part shorter. */
async function* splitIntoParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let offset = 0; offset < chunk.length;) {
      const copied = chunk.copy(part, filled, offset);
      offset += copied;
      filled += copied;
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
  return undefined;
}

async function put({ client, name }: Bucket, key: string, body: Buffer): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: body, ContentLength: body.length }));
}

async function download(
  { client, name }: Bucket,
  key: string,
  range: ByteRange | undefined,
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
